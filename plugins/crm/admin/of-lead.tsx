import { useQuery } from '@tanstack/react-query'
import type { Row } from '#core/wire'
import { api, Timeline, useT } from '#admin'
import type { LeadHistory as History } from '../wire.ts'
import { useTexts } from './texts.ts'

const DAY = 86_400

/** Below the form of a lead: every step it took, and what was noted on it. */
export default function OfLead({ row }: { row?: Row }) {
  return row ? <LeadHistory id={row.id} /> : null
}

/** Every step of a lead with its notes, newest first. */
export function LeadHistory({ id }: { id: number }) {
  const say = useTexts()
  const { language } = useT()
  const { data, isError, isFetching } = useQuery({
    queryKey: ['list', 'lead', 'history', id, language],
    queryFn: () => api<History>(`lead/${id}/history`, { query: { language } }),
  })
  const entries = (data?.data ?? []).map((step) => ({
    key: String(step.id),
    at: step.at,
    kind: 'step',
    head: step.from === null ? say('began', { to: step.to }) : say('step', { from: step.from, to: step.to }),
    who: step.by,
    ...(step.note ? { body: step.note } : {}),
  }))
  return (
    <Timeline
      title={say('timeline')}
      sources={[{ name: 'steps', entries, kinds: { step: say('kindStep') }, busy: isFetching, failed: isError }]}
      subject={{ resource: 'lead', id }}
    >
      {data && <p className="quiet small">{say('age', { days: Math.floor(data.age_seconds / DAY) })}</p>}
    </Timeline>
  )
}
