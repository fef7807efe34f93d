import { Button } from '@blueprintjs/core'
import { ChevronRight, Circle, TickCircle } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import type { SetupTask } from 'stoa/plugins/desk'
import { tasksQuery } from '../api/queues.ts'
import { adminPath, Link } from '../common/link.tsx'
import { useT } from '../i18n/index.ts'
import { keepPreference, usePreference } from '../state/preferences.ts'
import { usePlugin } from '../state/session.ts'

/** Setup steps that the user may take; hidden once all are done, or the shop is selling. */
export function Setup() {
  const { t, language } = useT()
  const hidden = usePreference('setup_hidden', false)
  const offered = usePlugin('desk')
  const { data: answer } = useQuery({ ...tasksQuery(language), enabled: offered && !hidden })
  const data = answer?.data
  const left = data?.filter((task) => !task.done).length ?? 0
  if (hidden || !data || left === 0 || answer?.finished) return null
  const done = data.length - left
  return (
    <section className="panel setup" aria-labelledby="setup-title">
      <header>
        <h2 id="setup-title">{t('setup.title')}</h2>
        <span className="quiet num">{t('setup.progress', { done, count: data.length })}</span>
        <Button variant="minimal" size="small" onClick={() => void keepPreference('setup_hidden', true)}>
          {t('setup.hide')}
        </Button>
      </header>
      <div className="setup-bar" aria-hidden>
        <span style={{ width: `${(done / data.length) * 100}%` }} />
      </div>
      <ol>
        {data.map((task) => (
          <Step key={task.id} task={task} />
        ))}
      </ol>
    </section>
  )
}

function Step({ task }: { task: SetupTask }) {
  const { t } = useT()
  const text = (
    <>
      {task.done ? (
        <TickCircle size={18} aria-label={t('setup.done')} className="is-done" />
      ) : (
        <Circle size={18} aria-label={t('setup.open')} />
      )}
      <span className="setup-text">
        <b>{task.label}</b>
        {!task.done && <span className="quiet small">{task.hint}</span>}
      </span>
    </>
  )
  if (task.done) return <li className="is-done">{text}</li>
  // A path that starts with "/" leads out of the admin.
  return (
    <li>
      {task.to.startsWith('/') ? (
        <a href={task.to} target="_blank" rel="noreferrer">
          {text}
          <ChevronRight aria-hidden />
        </a>
      ) : (
        <Link to={adminPath(task.to)}>
          {text}
          <ChevronRight aria-hidden />
        </Link>
      )}
    </li>
  )
}
