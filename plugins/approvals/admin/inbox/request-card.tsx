import { adminPath, Link, Moment, Money, StatusTag } from 'stoa/admin'
import type { Request } from '../../api-types.ts'
import { Decide } from '../decide.tsx'
import { Steps } from '../steps.tsx'
import { useMessages } from '../messages.ts'

/** One request: requester, subject, amount, age and actions. */
export function RequestCard({ request }: { request: Request }) {
  const say = useMessages()
  const several = request.steps.length > 1 || request.status !== 'pending'
  return (
    <li className="appr-request" data-request={request.id} tabIndex={-1} aria-label={request.title}>
      <div className="appr-head">
        <span className="quiet small">{request.kind_title}</span>
        {request.status !== 'pending' && <StatusTag word={request.status} />}
      </div>
      <p className="appr-what">
        <Link to={adminPath(request.link)}>{request.title}</Link>
        {request.amount && (
          <strong className="appr-amount">
            <Money value={request.amount} />
          </strong>
        )}
      </p>
      {request.about && <p className="appr-about">{request.about}</p>}
      <p className="quiet small">
        {request.asker ?? say('product')} · {request.status === 'pending' ? say('since') : say('askedOn')}{' '}
        <Moment value={request.status === 'pending' ? request.since : request.asked_at} />
      </p>
      {request.stands_for && request.decidable && <p className="small">{say('standing', { name: request.stands_for })}</p>}
      {several && <Steps steps={request.steps} />}
      {request.status === 'canceled' && request.reason && <p className="quiet small">{request.reason}</p>}
      {!several && !request.decidable && <p className="small">{say('waitsFor', { role: request.steps[0]?.role ?? '' })}</p>}
      <Decide request={request} />
    </li>
  )
}
