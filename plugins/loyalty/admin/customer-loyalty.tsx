import { Button, Card, Tag } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from 'stoa/api-types'
import { adminPath, api, Day, failureLines, Link, Money, useResource, useSession, useT } from 'stoa/admin'
import type { MemberCard } from '../api-types.ts'
import { AdjustPoints } from './adjust-points.tsx'
import { ChooseTier } from './choose-tier.tsx'
import { useMessages } from './messages.ts'

/** Beside a customer: tier, points balance and points history. */
export default function OfCustomer({ row }: { row: Row }) {
  const say = useMessages()
  const { language } = useT()
  const client = useQueryClient()
  const entries = useResource('points_entry')
  const { me } = useSession()
  const may = (right: string) => me.role.permission_list.includes(right)
  const [open, setOpen] = useState<'points' | 'tier'>()
  const key = ['list', 'customer', 'loyalty', row.id, language]
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => api<MemberCard>(`customer/${row.id}/loyalty`, { query: { language } }),
  })
  if (error) return <Card compact>{failureLines(error).join(' ')}</Card>
  if (!data) return <Card compact className="bp6-skeleton" style={{ height: 160 }} />
  const { current, tiers, points } = data.membership
  const tier = tiers.find(({ id }) => id === current?.id)
  const done = (card: MemberCard) => {
    client.setQueryData(key, card)
    setOpen(undefined)
  }
  return (
    <Card compact>
      <h2>{say('title')}</h2>
      <p>
        {tier ? (
          <Tag minimal style={{ borderInlineStart: `4px solid ${tier.colour}` }}>
            {tier.title}
          </Tag>
        ) : (
          <span className="quiet">{say('none')}</span>
        )}{' '}
        {current && (
          <span className="quiet small">
            <Day value={current.since} />
            {current.expires_at && (
              <>
                {' – '}
                <Day value={current.expires_at} />
              </>
            )}
            {data.source === 'manual' && <> · {say('byHand')}</>}
            {data.locked_until && <> · {say('lockedUntil', { date: data.locked_until })}</>}
          </span>
        )}
      </p>
      {points && (
        <>
          <p>
            <strong className="num">{points.balance.toLocaleString(language)}</strong> {say('points')}
            {points.spendable > 0 && (
              <span className="quiet small">
                {' · '}
                <Money value={points.worth} />
              </span>
            )}
          </p>
          {points.ending && (
            <p className="quiet small">{say('ending', { count: points.ending.points, date: points.ending.at.slice(0, 10) })}</p>
          )}
        </>
      )}
      <p className="row-of-buttons">
        {may('adjust points') && <Button onClick={() => setOpen('points')}>{say('adjust')}</Button>}{' '}
        {may('assign membership') && <Button onClick={() => setOpen('tier')}>{say('tier')}</Button>}
      </p>
      <h3>{say('book')}</h3>
      {data.entries.length === 0 && <p className="quiet small">{say('noEntries')}</p>}
      <ul className="plain-list small">
        {data.entries.slice(0, 5).map((entry) => (
          <li key={entry.id}>
            <strong className="num">{entry.points > 0 ? `+${entry.points}` : entry.points}</strong>{' '}
            {entry.remark || (entry.order_number ? say('order', { number: entry.order_number }) : '')}{' '}
            <span className="quiet">
              <Day value={entry.created_at} />
            </span>
          </li>
        ))}
      </ul>
      {entries && data.entries.length > 0 && <Link to={`${adminPath(entries.path)}?person_id=${data.person_id}`}>{say('all')}</Link>}
      {open === 'points' && <AdjustPoints id={row.id} close={() => setOpen(undefined)} done={done} />}
      {open === 'tier' && <ChooseTier id={row.id} card={data} close={() => setOpen(undefined)} done={done} />}
    </Card>
  )
}
