import { Card } from '@blueprintjs/core'
import { adminPath, Link, StatusTag, useResource } from 'stoa/admin'
import type { History } from '../../api-types.ts'
import { useAudienceTexts, useHistoryTexts } from '../messages.ts'

/** Recipients by status, each linked to the filtered list; and the number excluded at the start, by reason. */
export function Outcomes({ history }: { history: History }) {
  const say = useHistoryTexts()
  const sayWhy = useAudienceTexts()
  const recipients = useResource('broadcast_recipient')
  const reasons = recipients?.filters.find(({ name }) => name === 'reason')?.options ?? []
  const getReasonLabel = (reason: string) => (reason === '' ? '' : (reasons.find(({ value }) => value === reason)?.label ?? reason))
  const to = (status: string, reason: string) =>
    `${adminPath(`broadcast/recipients/${history.id}`)}?${new URLSearchParams({ status, ...(reason ? { reason } : {}) }).toString()}`
  return (
    <Card compact>
      <h2>{say('outcomes')}</h2>
      <ul className="broadcast-list">
        {history.statuses.map(({ status, reason, count }) => (
          <li key={`${status} ${reason}`}>
            <span>
              <StatusTag word={status} /> {getReasonLabel(reason)}
            </span>
            {recipients ? (
              <Link to={to(status, reason)} className="num">
                {count.toLocaleString()}
              </Link>
            ) : (
              <span className="num">{count.toLocaleString()}</span>
            )}
          </li>
        ))}
      </ul>
      {recipients && history.recipients > 0 && <Link to={adminPath(`broadcast/recipients/${history.id}`)}>{say('everybody')}</Link>}
      {history.left_out.length > 0 && (
        <>
          <h3>{say('leftOut')}</h3>
          <ul className="broadcast-list">
            {history.left_out.map(({ why, count }) => (
              <li key={why}>
                <span>{sayWhy(why)}</span>
                <span className="num">{count.toLocaleString()}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
