import { Card } from '@blueprintjs/core'
import { adminPath, Link, useAnswer } from 'stoa/admin'
import type { OwnLeaves } from '../../api-types.ts'
import { useDaysText, useMessages } from '../texts.ts'
import '../leave.css'

/** Card of "My work": balances, and the next leave. */
export default function MyWorkCard() {
  const say = useMessages()
  const daysText = useDaysText()
  const own = useAnswer<OwnLeaves>('my/leave')
  if (!own) return null
  const next = own.leaves
    .filter(({ status, end_date }) => (status === 'approved' || status === 'pending') && end_date >= own.today)
    .toSorted((one, two) => (one.start_date < two.start_date ? -1 : 1))[0]
  return (
    <Card>
      <h2 className="card-title">{say('my_leaves')}</h2>
      <dl className="leave-facts">
        {own.balances
          .filter(({ needs_balance }) => needs_balance)
          .map(({ type_id, type, days }) => (
            <div key={type_id} style={{ display: 'contents' }}>
              <dt>{type}</dt>
              <dd className="num">{daysText(days)}</dd>
            </div>
          ))}
      </dl>
      <p className="quiet">{next ? say('card_next', { date: next.start_date }) : say('card_none')}</p>
      <p className="leave-line">
        <Link to={adminPath('my-leaves')}>{say('all_leaves')}</Link>
        <Link to={adminPath('my-leave/create')}>{say('take_day_off')}</Link>
      </p>
    </Card>
  )
}
