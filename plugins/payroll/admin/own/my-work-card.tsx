import { Card } from '@blueprintjs/core'
import { adminPath, Link, Money, useAnswer } from 'stoa/admin'
import type { OwnPayslips } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import '../payroll.css'

/** Card of "My work": the last payslip. */
export default function MyWorkCard() {
  const say = useMessages()
  const own = useAnswer<OwnPayslips>('my/payroll')
  if (!own) return null
  const last = own.data[0]
  return (
    <Card>
      <h2 className="card-title">{say('my_payroll')}</h2>
      {last ? (
        <p className="pay-figure">
          <Money value={last.net} currency={last.currency} />
        </p>
      ) : null}
      <p className="quiet">{last ? say('card_period', { from: last.start, to: last.end }) : say('no_payslips')}</p>
      {last ? <Link to={adminPath('my-payroll')}>{say('all_payslips')}</Link> : null}
    </Card>
  )
}
