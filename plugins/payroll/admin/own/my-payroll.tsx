import { Spinner } from '@blueprintjs/core'
import { adminPath, Day, Link, Money, StatusTag, useAnswer } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import type { OwnPayslips } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import '../payroll.css'

/** Self-service: the own payslips, and what was paid in each year. */
export default function MyPayrollScreen() {
  const say = useMessages()
  return (
    <SelfService title={say('my_payroll')} crumbs={[{ label: say('my_work'), to: adminPath('my-work') }]}>
      {() => <Payslips />}
    </SelfService>
  )
}

function Payslips() {
  const say = useMessages()
  const own = useAnswer<OwnPayslips>('my/payroll')
  if (!own) return <Spinner aria-label={say('loading')} />
  if (own.data.length === 0) return <p className="quiet">{say('no_payslips')}</p>
  return (
    <div className="pay-page">
      <ul className="pay-list">
        {own.data.map((payslip) => (
          <li key={payslip.id}>
            <Link className="pay-item" to={adminPath(`my-payroll/view/${payslip.id}`)}>
              <span className="pay-item-line">
                <span>
                  <Day value={payslip.start} /> – <Day value={payslip.end} />
                </span>
                <StatusTag word={payslip.status} />
              </span>
              <span className="pay-figure">
                <Money value={payslip.net} currency={payslip.currency} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {own.years.map(({ year, currency, gross, deductions, net }) => (
        <section key={`${year} ${currency}`}>
          <h2>{say('year', { year: String(year) })}</h2>
          <dl className="pay-facts">
            {(
              [
                [say('gross'), gross],
                [say('deductions'), deductions],
                [say('net'), net],
              ] as const
            ).map(([label, value]) => (
              <div key={label} className="pay-fact">
                <dt>{label}</dt>
                <dd>
                  <Money value={value} currency={currency} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
