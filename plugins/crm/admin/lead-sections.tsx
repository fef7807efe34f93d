import { Card } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import { api, Link, rowPath, Timeline, useResource, useSession, useT } from 'stoa/admin'
import type { LeadHistory as History } from '../api-types.ts'
import { OrderOfLead } from './order-of-lead.tsx'
import { useMessages } from './messages.ts'
import './board/board.css'

const DAY = 86_400

/** Below the form of a lead: its steps and its comments. */
export default function OfLead({ row }: { row?: Row }) {
  return row ? <AboutLead id={row.id} /> : null
}

/** The enquiry, the order and the steps of a lead. */
export function AboutLead({ id }: { id: number }) {
  const { data } = useQuery({ queryKey: ['list', 'lead', 'row', id], queryFn: () => api<Row>(`lead/${id}`) })
  return (
    <>
      {data && <Enquiry row={data} />}
      {data && <OrderOfLead id={id} version={Number(data['version'])} />}
      <LeadHistory id={id} />
    </>
  )
}

/** The text of the enquiry, and a link to the form submission for those who may read it. */
function Enquiry({ row }: { row: Row }) {
  const say = useMessages()
  const { manifest } = useSession()
  const sent = useResource('form_submission')
  const text = String(row['enquiry'] ?? '')
  const submission = Number(row['form_submission_id'] ?? 0)
  if (text === '' && !submission) return null
  return (
    <Card compact className="crm-enquiry">
      <h2>{say('enquiry')}</h2>
      {text && <p>{text}</p>}
      {sent && submission > 0 && <Link to={rowPath(manifest, sent, submission)}>{say('toSubmission')}</Link>}
    </Card>
  )
}

/** The steps of a lead with its comments, newest first. */
function LeadHistory({ id }: { id: number }) {
  const say = useMessages()
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
