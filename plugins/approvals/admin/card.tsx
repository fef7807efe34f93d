import { Card } from '@blueprintjs/core'
import { Moment, StatusTag } from 'stoa/admin'
import { Decide } from './decide.tsx'
import './approvals.css'
import { Steps } from './steps.tsx'
import { useMessages } from './messages.ts'
import { useApprovalRequests } from './use-requests.ts'

interface Props {
  /** Type of the request. */
  kind: string
  id: number
  /** Reloads the document after a decision. */
  done?: () => unknown
}

/**
 * The approval request of a document: its steps with their decisions, and the buttons when the actor can decide. Empty without a request.
 */
export default function ApprovalCard({ kind, id, done }: Props) {
  const say = useMessages()
  const { data } = useApprovalRequests(kind, id)
  const request = data?.[0]
  if (!request) return null
  const waiting = request.steps.find(({ status }) => status === 'pending')
  // A single step shows the result by itself; while it is pending, the line above names the decider.
  const alone = request.steps.length === 1 && request.steps[0]?.status === request.status
  return (
    <Card compact className="appr-card" data-request={request.id}>
      <p className="appr-state">
        <strong>{waiting ? say('waitsFor', { role: waiting.role }) : say('approval')}</strong>{' '}
        {(waiting || !alone) && <StatusTag word={request.status} />}
      </p>
      <p className="quiet small">
        {request.asker ?? say('product')} · <Moment value={request.asked_at} />
      </p>
      {!(waiting && alone) && <Steps steps={request.steps} />}
      {request.status === 'canceled' && request.reason && <p className="quiet small">{request.reason}</p>}
      {request.status === 'pending' && request.own && <p className="quiet small">{say('own')}</p>}
      {request.decidable && request.stands_for && <p className="quiet small">{say('standing', { name: request.stands_for })}</p>}
      <Decide request={request} done={done} />
    </Card>
  )
}
