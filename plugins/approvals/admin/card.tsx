import { Card } from '@blueprintjs/core'
import { Moment, StatusTag } from 'stoa/admin'
import { Decide } from './decide.tsx'
import './approvals.css'
import { Steps } from './steps.tsx'
import { useMessages } from './texts.ts'
import { useRequestsOf } from './use-requests.ts'

interface Props {
  /** The kind of request, as it is offered. */
  kind: string
  id: number
  /** Shows the document anew after something was decided. */
  done?: () => unknown
}

/** What a document waits for, in its screen: steps, who decided when, and the buttons when it is one's own turn. Nothing when it never waited. */
export default function ApprovalCard({ kind, id, done }: Props) {
  const say = useMessages()
  const { data } = useRequestsOf(kind, id)
  const request = data?.[0]
  if (!request) return null
  const waiting = request.steps.find(({ status }) => status === 'pending')
  // A single step says by itself what became of the request; while it waits the line above names whom it waits for.
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
