import { Card } from '@blueprintjs/core'
import { adminPath, Link, StatusTag, useResource } from 'stoa/admin'
import type { History } from '../../api-types.ts'
import { useAudienceTexts, useHistoryTexts } from '../texts.ts'

/** Recipients by status, each linked to the filtered list; and the number excluded at the start, by reason. */
export function Outcomes({ of }: { of: History }) {
  const say = useHistoryTexts()
  const sayWhy = useAudienceTexts()
  const recipients = useResource('broadcast_recipient')
  const reasons = recipients?.filters.find(({ name }) => name === 'reason')?.options ?? []
  const reasonOf = (reason: string) => (reason === '' ? '' : (reasons.find(({ value }) => value === reason)?.label ?? reason))
  const to = (status: string, reason: string) =>
    `${adminPath(`broadcast/recipients/${of.id}`)}?${new URLSearchParams({ status, ...(reason ? { reason } : {}) }).toString()}`
  return (
    <Card compact>
      <h2>{say('outcomes')}</h2>
      <ul className="broadcast-list">
        {of.statuses.map(({ status, reason, count }) => (
          <li key={`${status} ${reason}`}>
            <span>
              <StatusTag word={status} /> {reasonOf(reason)}
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
      {recipients && of.recipients > 0 && <Link to={adminPath(`broadcast/recipients/${of.id}`)}>{say('everybody')}</Link>}
      {of.left_out.length > 0 && (
        <>
          <h3>{say('leftOut')}</h3>
          <ul className="broadcast-list">
            {of.left_out.map(({ why, count }) => (
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
