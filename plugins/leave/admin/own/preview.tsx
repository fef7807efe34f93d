import { Button, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { Day } from 'stoa/admin'
import type { LeavePreview } from '../../api-types.ts'
import { LedgerDialog } from '../ledger-dialog.tsx'
import { useDaysText, useMessages } from '../messages.ts'

/** What a request costs by date, the balance before and after, and why it would be refused. */
export function Preview({ preview, type }: { preview: LeavePreview | undefined; type: { id: number; title: string } | undefined }) {
  const say = useMessages()
  const daysText = useDaysText()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-live="polite" className="leave-page">
      <h2>{say('preview')}</h2>
      {preview ? (
        <>
          <dl className="leave-facts">
            <dt>{say('cost')}</dt>
            <dd className="num">
              <strong>{daysText(preview.days)}</strong>
            </dd>
            {preview.balance_before === null ? null : (
              <>
                <dt>{say('before')}</dt>
                <dd>
                  <Button variant="minimal" size="small" className="num" aria-haspopup="dialog" onClick={() => setOpen(true)}>
                    {daysText(preview.balance_before)}
                  </Button>
                </dd>
              </>
            )}
            {preview.balance_after === null ? null : (
              <>
                <dt>{say('after')}</dt>
                <dd className="num">{daysText(preview.balance_after)}</dd>
              </>
            )}
          </dl>
          {preview.pending > 0 && preview.balance_before !== null ? (
            <p className="quiet small">{say('reserved', { days: daysText(preview.pending) })}</p>
          ) : null}
          {preview.problems.length > 0 ? (
            <Callout intent="danger" title={say('problems')}>
              <ul>
                {preview.problems.map(({ field, reason }) => (
                  <li key={`${field} ${reason}`}>{reason}</li>
                ))}
              </ul>
            </Callout>
          ) : null}
          <PreviewDates detail={preview.detail} />
          {isOpen && type ? (
            <LedgerDialog type={type.title} path={`my/leave/ledger?type_id=${type.id}`} close={() => setOpen(false)} />
          ) : null}
        </>
      ) : (
        <p className="quiet">{say('preview_hint')}</p>
      )}
    </section>
  )
}

function PreviewDates({ detail }: Pick<LeavePreview, 'detail'>) {
  const say = useMessages()
  const daysText = useDaysText()
  return (
    <ul className="leave-dates" aria-label={say('days_by_date')}>
      {detail.map(({ date, part, kind, fraction, returned }) => (
        <li key={date}>
          <span>
            <Day value={date} /> <span className="quiet small">{say(kind === 'work' ? `part_${part}` : `kind_${kind}`)}</span>
          </span>
          <span>
            {returned > 0 ? <span className="quiet small">{say('returned', { days: daysText(returned) })} </span> : null}
            <span className="num">{fraction}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
