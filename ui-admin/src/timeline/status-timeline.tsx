import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { StatusTag } from '../widgets/status/status-tag.tsx'
import { useMessages } from './messages.ts'
import { Timeline } from './timeline.tsx'

interface StatusTimelineProps {
  data: { at: string; to_status: string; reason: string; who: string }[]
}

/** Timeline of a document: status changes and contributions of plugins. `history` returns the transitions, oldest first. */
export function StatusTimeline({ title, subject, history }: { title: string; subject: { resource: string; id: number }; history: string }) {
  const say = useMessages()
  // Below the key of the list, so that it is invalidated with the document.
  const { data, isPending, isError } = useQuery({
    queryKey: ['list', subject.resource, 'history', subject.id],
    queryFn: () => api<StatusTimelineProps>(history),
  })
  const names: Record<string, string> = { guest: say('guest'), customer: say('customer'), system: say('system') }
  const entries = (data?.data ?? [])
    .map(({ at, to_status, reason, who }, n) => ({
      key: String(n),
      at,
      kind: 'status',
      head: <StatusTag word={to_status} />,
      who: names[who] ?? who,
      body: reason,
    }))
    .toReversed()
  return <Timeline title={title} sources={[{ name: 'history', entries, busy: isPending, failed: isError }]} subject={subject} />
}
