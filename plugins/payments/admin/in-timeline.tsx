import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Money, type TimelinePiece } from 'stoa/admin'
import type { AttemptView } from '../admin-api-types.ts'
import { attemptsQuery } from './attempts/attempts-query.ts'
import { useMessages } from './messages.ts'

type Transaction = AttemptView['transactions'][number]

/** Adds transactions to the document's timeline: a partial payment changes no status and would not appear otherwise. */
export default function MoneyInTimeline({ subject, bring }: TimelinePiece) {
  const say = useMessages()
  const [kind, itself] = [say('title'), say('itself')]
  const { data } = useQuery(attemptsQuery(subject.resource, subject.id))
  useEffect(() => {
    if (!data) return
    const entries = data.data
      .flatMap(({ method, transactions }) => transactions.map((moved) => ({ method, moved })))
      .map(({ method, moved }, n) => ({
        key: `money ${n}`,
        at: moved.at,
        kind: 'money',
        head: <Moved moved={moved} />,
        who: moved.who.includes('/') ? itself : moved.who,
        aside: [method.title, moved.reference].filter(Boolean).join(' · '),
      }))
      .toSorted((a, b) => b.at.localeCompare(a.at))
    bring({ name: 'money', entries, kinds: { money: kind } })
  }, [data, bring, kind, itself])
  return null
}

function Moved({ moved: { kind, amount, currency } }: { moved: Transaction }) {
  const say = useMessages()
  return (
    <>
      {say(kind === 'refund' ? 'refundKind' : (kind as 'capture'))} <Money value={amount} currency={currency} />
    </>
  )
}
