import { useState } from 'react'
import { useShop, useT, useDay, type ScreenContext } from 'stoa/store'
import type { OwnSubmissions } from '../../api-types.ts'

export const load = ({ call, language }: ScreenContext): Promise<OwnSubmissions> =>
  call.get<OwnSubmissions>('/api/submit_histories', { language })

/** Submissions of the customer, newest first. */
export default function AccountForms({ data }: { data: OwnSubmissions | null }) {
  const t = useT()
  const { call, language } = useShop()
  const day = useDay()
  const [more, setMore] = useState<OwnSubmissions | null>(null)
  if (!data) return <p>{t('forms.failed')}</p>
  const all = [...data.data, ...(more?.data ?? [])]
  const next = more ? more.next : data.next
  const older = async () => {
    const page = await call.get<OwnSubmissions>('/api/submit_histories', { language, before: String(next) })
    setMore({ data: [...(more?.data ?? []), ...page.data], next: page.next })
  }
  if (all.length === 0) return <p className="muted">{t('forms.none')}</p>
  return (
    <>
      {all.map((submission) => (
        <section key={submission.id} className="account-card forms-answer">
          <h2>{submission.form}</h2>
          <p className="muted small">
            {day(submission.created_at)} · {t(`forms.status_${submission.status}`)}
          </p>
          <dl>
            {submission.said.map(({ key, title, answer, files }) => (
              <div key={key}>
                <dt className="muted small">{title}</dt>
                <dd>
                  {files.length > 0
                    ? files.map((file) => (
                        <a key={file.url} href={file.url} download>
                          {file.name}{' '}
                        </a>
                      ))
                    : answer}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {next !== null && (
        <button type="button" className="button button-quiet" onClick={() => void older()}>
          {t('forms.older')}
        </button>
      )}
    </>
  )
}
