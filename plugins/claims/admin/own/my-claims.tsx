import { Spinner } from '@blueprintjs/core'
import { adminPath, Link, useAnswer } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import type { OwnClaims } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { ClaimList } from './claim-list.tsx'
import '../claims.css'

/** Self-service: the own claims. */
export default function MyClaimsScreen() {
  const say = useMessages()
  return (
    <SelfService title={say('my_claims')} crumbs={[{ label: say('my_work'), to: adminPath('my-work') }]}>
      {() => <OwnClaimsPage />}
    </SelfService>
  )
}

function OwnClaimsPage() {
  const say = useMessages()
  const own = useAnswer<OwnClaims>('my/reimbursement')
  if (!own) return <Spinner aria-label={say('loading')} />
  return (
    <div className="claim-page">
      <Link className="bp6-button bp6-intent-primary bp6-large phone-button" to={adminPath('my-reimbursement/create')}>
        {say('create_claim')}
      </Link>
      {own.data.length === 0 ? <p className="quiet">{say('no_claims')}</p> : <ClaimList claims={own.data} />}
    </div>
  )
}
