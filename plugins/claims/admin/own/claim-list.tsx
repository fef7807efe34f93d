import { adminPath, Day, Link, Money, StatusTag } from 'stoa/admin'
import type { OwnClaimLine } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

/** The own claims, each a link to its page. */
export function ClaimList({ claims }: { claims: readonly OwnClaimLine[] }) {
  const say = useMessages()
  return (
    <ul className="claim-list">
      {claims.map((claim) => (
        <li key={claim.id}>
          <Link className="claim-link" to={adminPath(`my-reimbursement/view/${claim.id}`)}>
            <span className="claim-line">
              <strong className="claim-note">{claim.title || claim.number}</strong>
              <StatusTag word={claim.status} />
            </span>
            <span className="claim-line">
              <span className="quiet small">
                <Day value={claim.submitted_at ?? claim.created_at} /> ·{' '}
                {say(claim.items === 1 ? 'expense_count' : 'expenses_count', { n: String(claim.items) })}
              </span>
              <Money
                value={claim.status === 'approved' || claim.status === 'paid' ? claim.total_approved : claim.total_claimed}
                currency={claim.currency}
              />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
