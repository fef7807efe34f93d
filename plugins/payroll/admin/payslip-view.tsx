import { Callout, Spinner } from '@blueprintjs/core'
import { useParams } from '@tanstack/react-router'
import { adminPath, DocumentCard, DocumentColumns, DocumentFacts, DocumentSums, Link, PageHeader, StatusTag, useAnswer } from 'stoa/admin'
import type { PayslipView } from '../api-types.ts'
import { useMessages } from './messages.ts'
import { PayslipLines } from './payslip-lines.tsx'
import { PdfLinks } from './pdf-links.tsx'
import './payroll.css'

/** A payslip for who prepares or reviews a payroll: lines, what they were computed from, days and sums. */
export default function PayslipScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return <Payslip key={id} id={id} />
}

function Payslip({ id }: { id: string }) {
  const say = useMessages()
  const payslip = useAnswer<PayslipView>(`hr_payslip/${id}/view`)
  if (!payslip) return <Spinner aria-label={say('loading')} />
  const { employee, number, payroll_id, problems, currency } = payslip
  return (
    <>
      <PageHeader
        title={employee.name}
        crumbs={[
          { label: say('payrolls'), to: adminPath('payroll') },
          { label: number, to: adminPath(`payroll/view/${payroll_id}`) },
        ]}
        mark={<StatusTag word={payslip.status} />}
      />
      {problems.length > 0 ? (
        <Callout intent="danger" title={say('no_payslip')}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
          <Link to={adminPath(`employee/edit/${employee.id}`)}>{say('open_employee')}</Link>
        </Callout>
      ) : null}
      <DocumentColumns
        main={
          <DocumentCard title={say('lines')}>
            {payslip.lines.length === 0 ? <p className="quiet">{say('no_lines')}</p> : <PayslipLines payslip={payslip} isOwn={false} />}
            <DocumentSums
              currency={currency}
              sums={[
                { label: say('gross'), value: payslip.gross },
                { label: say('deductions'), value: payslip.deductions },
                { label: say('net'), value: payslip.net, tone: 'total' },
              ]}
            />
          </DocumentCard>
        }
        side={
          <>
            <DocumentCard title={say('payslip')}>
              <DocumentFacts
                facts={[
                  [say('staff_no'), employee.staff_no],
                  [say('period'), `${payslip.start} – ${payslip.end}`],
                  [say('basis_days'), String(payslip.working_days)],
                  [say('payment_days'), String(payslip.payment_days)],
                  payslip.paid_leave_days > 0 && [say('paid_leave_days'), String(payslip.paid_leave_days)],
                  payslip.unpaid_days > 0 && [say('unpaid_days'), String(payslip.unpaid_days)],
                  payslip.absent_days > 0 && [say('absent_days'), String(payslip.absent_days)],
                  payslip.overtime_min > 0 && [say('overtime'), say('n_minutes', { n: String(payslip.overtime_min) })],
                ]}
              />
            </DocumentCard>
            {['approved', 'sent', 'paid'].includes(payslip.status) ? (
              <DocumentCard title={say('pdf')}>
                <PdfLinks path={`hr_payslip/${id}/pdf`} />
              </DocumentCard>
            ) : null}
          </>
        }
      />
    </>
  )
}
