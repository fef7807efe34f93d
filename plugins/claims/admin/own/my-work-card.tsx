import { Card } from '@blueprintjs/core'
import { adminPath, Link, useAnswer } from 'stoa/admin'
import type { OwnClaims } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { ClaimList } from './claim-list.tsx'
import '../claims.css'

/** Statuses of claims that are not finished. */
const open = new Set(['draft', 'pending', 'processing', 'approved', 'rejected'])

/** Card of "My work": the newest claims that are not finished. */
export default function MyWorkCard() {
  const say = useMessages()
  const own = useAnswer<OwnClaims>('my/reimbursement')
  if (!own) return null
  const claims = own.data.filter(({ status }) => open.has(status)).slice(0, 3)
  return (
    <Card>
      <h2 className="card-title">{say('my_claims')}</h2>
      {claims.length === 0 ? <p className="quiet">{say('no_open_claims')}</p> : <ClaimList claims={claims} />}
      <p className="claim-line">
        <Link to={adminPath('my-reimbursement')}>{say('all_claims')}</Link>
        <Link to={adminPath('my-reimbursement/create')}>{say('create_claim')}</Link>
      </p>
    </Card>
  )
}
