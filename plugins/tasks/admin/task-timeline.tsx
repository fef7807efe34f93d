import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { StatusTag, Timeline } from 'stoa/admin'
import { historyQuery } from './queries.ts'
import { useMessages } from './messages.ts'

/** Comments on a task, and its changes. */
export function TaskTimeline({ id }: { id: number }) {
  const say = useMessages()
  const { data, isPending, isError } = useQuery(historyQuery(id))
  const subject = useMemo(() => ({ resource: 'task', id }), [id])
  const entries = (data?.data ?? [])
    .map(({ at, who, to_status, fields }, n) => ({
      key: String(n),
      at,
      kind: to_status === null ? 'change' : 'status',
      head: to_status === null ? say('changed', { fields: fields.join(say('separator')) }) : <StatusTag word={to_status} />,
      who: who === 'system' ? say('system') : who,
    }))
    .toReversed()
  return <Timeline title={say('activity')} sources={[{ name: 'history', entries, busy: isPending, failed: isError }]} subject={subject} />
}
