import { Spinner } from '@blueprintjs/core'
import { adminPath, Link, useAnswer } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import type { OwnLeaves } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { BalanceList } from './balance-list.tsx'
import { LeaveList } from './leave-list.tsx'
import '../leave.css'

/** Self-service: the own balances and leaves. */
export default function MyLeavesScreen() {
  const say = useMessages()
  return (
    <SelfService title={say('my_leaves')} crumbs={[{ label: say('my_work'), to: adminPath('my-work') }]}>
      {() => <OwnLeavesPage />}
    </SelfService>
  )
}

function OwnLeavesPage() {
  const say = useMessages()
  const own = useAnswer<OwnLeaves>('my/leave')
  if (!own) return <Spinner aria-label={say('loading')} />
  return (
    <div className="leave-page">
      <Link className="bp6-button bp6-intent-primary bp6-large phone-button" to={adminPath('my-leave/create')}>
        {say('take_day_off')}
      </Link>
      <h2>{say('balances')}</h2>
      {own.balances.length === 0 ? <p className="quiet">{say('no_types')}</p> : <BalanceList balances={own.balances} />}
      <h2>{say('history')}</h2>
      {own.leaves.length === 0 ? <p className="quiet">{say('no_leaves')}</p> : <LeaveList leaves={own.leaves} />}
    </div>
  )
}
