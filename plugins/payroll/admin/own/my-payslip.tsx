import { Spinner } from '@blueprintjs/core'
import { useParams } from '@tanstack/react-router'
import { adminPath, Day, Money, StatusTag, useAnswer } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import type { PayslipView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { PayslipLines } from '../payslip-lines.tsx'
import { PdfLinks } from '../pdf-links.tsx'
import '../payroll.css'

/** Self-service: one of the own payslips. */
export default function MyPayslipScreen() {
  const say = useMessages()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const crumbs = [
    { label: say('my_work'), to: adminPath('my-work') },
    { label: say('my_payroll'), to: adminPath('my-payroll') },
  ]
  return (
    <SelfService title={say('payslip')} crumbs={crumbs}>
      {() => <OwnPayslip key={id} id={id} />}
    </SelfService>
  )
}

function OwnPayslip({ id }: { id: string }) {
  const say = useMessages()
  const payslip = useAnswer<PayslipView>(`my/payroll/${id}`)
  if (!payslip) return <Spinner aria-label={say('loading')} />
  const { start, end, currency, net, gross, deductions, pay_date, paid_on, status } = payslip
  return (
    <div className="pay-page">
      <div className="pay-head">
        <p className="pay-item-line">
          <span>
            <Day value={start} /> – <Day value={end} />
          </span>
          <StatusTag word={status} />
        </p>
        <p className="pay-net">
          <span className="quiet small">{say('net')}</span>
          <Money value={net} currency={currency} />
        </p>
        <p className="quiet">{paid_on === null ? say('pays_on', { date: pay_date }) : say('was_paid_on', { date: paid_on })}</p>
      </div>
      <dl className="pay-facts">
        {(
          [
            [say('gross'), gross],
            [say('deductions'), deductions],
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
      <p className="quiet small">{say('tap_line')}</p>
      <PayslipLines payslip={payslip} isOwn />
      <h2>{say('pdf')}</h2>
      <PdfLinks path={`my/payroll/${id}/pdf`} />
    </div>
  )
}
