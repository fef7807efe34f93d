import { Button, Callout, Card, ProgressBar } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ActionInfo, Row } from 'stoa/api-types'
import {
  ActionRunner,
  actionsFor,
  adminPath,
  api,
  failureLines,
  forget,
  go,
  Link,
  Moment,
  notifyFailure,
  PageHeader,
  StatusTag,
  useMissing,
  useResource,
  useT,
} from 'stoa/admin'
import type { History } from '../../api-types.ts'
import { PreviewDialog } from '../preview.tsx'
import { useHistoryTexts } from '../messages.ts'
import { Charts } from './charts.tsx'
import { Figures } from './figures.tsx'
import { Links } from './links.tsx'
import { Outcomes } from './outcomes.tsx'
import '../broadcast.css'

/** Polling interval while the broadcast is being sent, in milliseconds. */
const AGAIN = 2_000

/** The results of a broadcast. Polls while the broadcast is being sent. */
export default function BroadcastHistory() {
  const { id = '' } = useParams({ strict: false })
  const { language } = useT()
  const { data, error } = useQuery({
    queryKey: ['list', 'broadcast', 'history', id, language],
    queryFn: ({ signal }) => api<History>(`broadcast/${id}/history`, { query: { language }, signal }),
    enabled: /^\d+$/.test(id),
    refetchInterval: ({ state }) => (state.data && ['pending', 'process'].includes(state.data.status) ? AGAIN : false),
  })
  useMissing(error, adminPath('broadcast'))
  if (error)
    return (
      <Callout intent="danger" icon={false}>
        {failureLines(error).join(' ')}
      </Callout>
    )
  return data ? <Whole history={data} /> : <div className="bp6-skeleton broadcast-skeleton" aria-hidden />
}

function Whole({ history }: { history: History }) {
  const say = useHistoryTexts()
  const resource = useResource('broadcast')
  const recipients = useResource('broadcast_recipient')
  const [running, setRunning] = useState<ActionInfo | null>(null)
  const [looking, setLooking] = useState(false)
  const actions = resource ? actionsFor(resource, { id: history.id, status: history.status } as unknown as Row) : []
  return (
    <>
      <PageHeader
        title={history.title}
        crumbs={resource ? [{ label: resource.plural, to: adminPath(resource.path) }] : []}
        mark={<StatusTag word={history.status} />}
        actions={
          <>
            {recipients && <Button onClick={() => setLooking(true)}>{say('look')}</Button>}
            {actions.map((action) => (
              <Button key={action.name} {...(action.intent ? { intent: action.intent } : {})} onClick={() => setRunning(action)}>
                {action.label}
              </Button>
            ))}
          </>
        }
      />
      {history.last_error && history.status !== 'sent' && (
        <Callout intent={history.status === 'abnormal' ? 'danger' : 'warning'} icon={false} className="gap-below">
          {say(history.status === 'abnormal' ? 'stopped' : 'lastError')} {history.last_error}
        </Callout>
      )}
      <Progress history={history} />
      <Figures history={history} />
      <Charts history={history} />
      <div className="broadcast-halves">
        <Outcomes history={history} />
        <Links history={history} />
      </div>
      <Resend history={history} />
      {looking && <PreviewDialog id={history.id} channel={history.channel} trial={false} close={() => setLooking(false)} />}
      {running && resource && (
        <ActionRunner
          resource={resource}
          action={running}
          ids={[history.id]}
          batch={false}
          close={() => setRunning(null)}
          done={() => forget('broadcast')}
        />
      )}
    </>
  )
}

/** Progress of the broadcast, as a bar and as text. */
function Progress({ history }: { history: History }) {
  const say = useHistoryTexts()
  const waiting = history.statuses
    .filter(({ status }) => status === 'pending' || status === 'process')
    .reduce((sum, { count }) => sum + count, 0)
  const done = history.recipients - waiting
  return (
    <Card compact className="gap-below">
      <div className="broadcast-facts">
        {history.started_at ? (
          <span>
            {say('began')} <Moment value={history.started_at} />
          </span>
        ) : (
          history.send_at && (
            <span>
              {say('planned')} <Moment value={history.send_at} />
            </span>
          )
        )}
        {history.finished_at && (
          <span>
            {say('ended')} <Moment value={history.finished_at} />
          </span>
        )}
        <span>
          {say('topic')} {history.topic}
        </span>
        {history.resend_of && (
          <span>
            {say('againOf')} <Link to={adminPath(`broadcast/history/${history.resend_of.id}`)}>{history.resend_of.title}</Link>
          </span>
        )}
      </div>
      {history.status === 'process' && history.recipients > 0 && (
        <ProgressBar aria-label={say('progress')} intent="primary" value={done / history.recipients} stripes={false} />
      )}
      <div role="status" aria-live="polite" className="num quiet">
        {history.status === 'pending' ? say('waiting') : say('done', { done, total: history.recipients })}
      </div>
    </Card>
  )
}

/** The recipients that can be sent to again, and the resends that exist already. */
function Resend({ history }: { history: History }) {
  const say = useHistoryTexts()
  const resource = useResource('broadcast')
  const may = resource?.verbs.includes('create') ?? false
  const abnormal = history.statuses.filter(({ status }) => status === 'abnormal')
  const unknown = abnormal.filter(({ reason }) => reason === 'unknown').reduce((sum, { count }) => sum + count, 0)
  const failed = abnormal.reduce((sum, { count }) => sum + count, 0) - unknown
  const resend = async (outcome: 'failed' | 'unknown') => {
    try {
      const { id } = await api<{ id: number }>(`broadcast/${history.id}/resend`, { method: 'POST', body: { which: outcome } })
      forget('broadcast')
      go(adminPath(`broadcast/edit/${id}`))
    } catch (error) {
      notifyFailure(say('notAgain'), error)
    }
  }
  const over = ['sent', 'canceled', 'disabled', 'abnormal'].includes(history.status)
  if (history.resends.length === 0 && !(over && may && failed + unknown > 0)) return null
  return (
    <Card compact>
      <h2>{say('again')}</h2>
      {over && may && (
        <div className="broadcast-again">
          {failed > 0 && <Button onClick={() => void resend('failed')}>{say('againFailed', { count: failed })}</Button>}
          {unknown > 0 && (
            <>
              <Button onClick={() => void resend('unknown')}>{say('againUnknown', { count: unknown })}</Button>
              <span className="quiet small">{say('unknownHint')}</span>
            </>
          )}
        </div>
      )}
      <ul className="broadcast-list">
        {history.resends.map((resend) => (
          <li key={resend.id}>
            <Link to={adminPath(`broadcast/edit/${resend.id}`)}>{resend.title}</Link> <StatusTag word={resend.status} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
