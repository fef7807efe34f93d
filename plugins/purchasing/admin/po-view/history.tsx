import { StatusTag, Timeline } from 'stoa/admin'
import type { PoView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

/** Status history and comments of the order. */
export function History({ order }: { order: PoView }) {
  const say = useMessages()
  const entries = order.history
    .map((entry, n) => ({
      key: String(n),
      at: entry.at,
      kind: 'status',
      head: <StatusTag word={entry.to_status} />,
      who: entry.who === 'system' ? say('system') : entry.who,
      body: entry.reason,
    }))
    .toReversed()
  return <Timeline title={say('history')} sources={[{ name: 'po', entries }]} subject={{ resource: 'po', id: order.id }} />
}
