import { type Ctx, defineJob, type JobPayload, sql, t, type Tx } from 'stoa'
import { hrEmployee } from 'stoa/plugins/hr'
import { NOTICES } from 'stoa/plugins/notes'
import { setPayslipStatus, toReference } from './approve-payroll.ts'
import { PAYROLL_SOURCES } from './pay-sources.ts'
import { ensurePayslipPdf } from './payslip-pdf.ts'

/** Notice to an employee that a payslip is there. */
export const PAYSLIP_SENT = 'payroll.sent'

interface Transition {
  ctx: Ctx
  tx: Tx
  row: { id: number; number: string }
}

/** Generates the PDF of the next payslips of a payroll, and notifies their employees. */
export const DELIVER = defineJob({
  name: 'payroll/deliver',
  payload: { payroll_id: t.id(), after: t.int() },
  key: ({ payroll_id, after }) => `payroll deliver ${payroll_id} ${after}`,
})

/** Effect of sending: payslips become visible to their employees, who are notified by a job. */
export async function sendPayroll({ tx, row }: Transition): Promise<void> {
  await setPayslipStatus(tx, row.id, ['approved'], 'sent')
  tx.enqueue(DELIVER, { payroll_id: row.id, after: 0 })
}

/** Effect of a payment: payslips and the items on them are paid. */
export async function payPayroll({ ctx, tx, row, input }: Transition & { input: { paid_on: string } }): Promise<void> {
  await setPayslipStatus(tx, row.id, ['sent'], 'paid')
  const payment = { paid_on: input.paid_on, number: row.number }
  for (const source of ctx.kernel.contributions(PAYROLL_SOURCES).values()) await source.markPaid(tx, ctx, toReference(row.id), payment)
}

/** Payslips of a job. */
const BATCH = 20

/** Handles `payroll/deliver`. PDFs are generated outside a transaction; running it twice changes nothing. */
export async function deliverPayslips({ payroll_id, after }: JobPayload<typeof DELIVER>, ctx: Ctx): Promise<void> {
  const { kernel } = ctx
  const payslips = await kernel.db.rows<{ id: number; employee_id: number; start: string; end: string }>(sql`
    select id, employee_id, to_char(start_date, 'YYYY-MM-DD') as start, to_char(end_date, 'YYYY-MM-DD') as "end" from hr_payslip
    where payroll_id = ${payroll_id} and status in ('sent', 'paid') and id > ${after} order by id limit ${BATCH}`)
  const last = payslips.at(-1)?.id
  if (last === undefined) return
  const employees = new Map(
    (
      await kernel.query(hrEmployee).whereIn(
        'id',
        payslips.map(({ employee_id }) => employee_id),
      )
    ).map((employee) => [employee.id, employee]),
  )
  for (const { id } of payslips) await ensurePayslipPdf(ctx, id)
  await kernel.transaction(async (tx) => {
    for (const { id, employee_id, start, end } of payslips) {
      const accountId = employees.get(employee_id)?.account_id
      if (accountId)
        await kernel.find(NOTICES)?.notify(tx, {
          kind: PAYSLIP_SENT,
          to: [accountId],
          about: { subject: 'hr_payslip', subject_id: id },
          actor: ctx.actor,
          params: { from: start, to: end },
          key: `payslip ${id}`,
        })
    }
    tx.enqueue(DELIVER, { payroll_id, after: last })
  })
}
