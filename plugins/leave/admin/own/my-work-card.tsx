import { Card } from '@blueprintjs/core'
import { adminPath, Link, useAnswer } from 'stoa/admin'
import type { OwnLeaves } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { BalanceList } from './balance-list.tsx'
import '../leave.css'

/** Card of "My work": balances, and the next leave. */
export default function MyWorkCard() {
  const say = useMessages()
  const own = useAnswer<OwnLeaves>('my/leave')
  if (!own) return null
  const next = own.leaves
    .filter(({ status, end_date }) => (status === 'approved' || status === 'pending') && end_date >= own.today)
    .toSorted((one, two) => (one.start_date < two.start_date ? -1 : 1))[0]
  return (
    <Card>
      <h2 className="card-title">{say('my_leaves')}</h2>
      <BalanceList balances={own.balances.filter(({ needs_balance }) => needs_balance)} />
      <p className="quiet">{next ? say('card_next', { date: next.start_date }) : say('card_none')}</p>
      <p className="leave-line">
        <Link to={adminPath('my-leaves')}>{say('all_leaves')}</Link>
        <Link to={adminPath('my-leave/create')}>{say('take_day_off')}</Link>
      </p>
    </Card>
  )
}
