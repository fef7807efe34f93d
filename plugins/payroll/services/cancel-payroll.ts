import { type Ctx, message, sql, type Tx, validationError } from 'stoa'
import { unlockAttendance } from 'stoa/plugins/attendance'
import { listPayrollEmployees, lockPay, setPayslipStatus, toReference } from './approve-payroll.ts'
import { PAYROLL_SOURCES } from './pay-sources.ts'

interface Transition {
  ctx: Ctx
  tx: Tx
  row: { id: number; status: string }
}

/**
 * Guard of a cancellation: a payroll stays while a later approved one has lines that refer to its payslips.
 * @throws AppError INVALID at `status`, with the number of the later payroll
 */
export async function assertMayCancel({ tx, row }: Transition): Promise<void> {
  await lockPay(tx, await listPayrollEmployees(tx, row.id))
  const later = await tx.one<{ number: string }>(sql`
    select p.number from hr_payslip own
    join hr_payslip t on t.employee_id = own.employee_id and t.start_date > own.end_date and t.status in ('approved', 'sent', 'paid')
    join hr_payroll p on p.id = t.payroll_id
    join hr_payslip_line l on l.payslip_id = t.id and ((l.source ->> 'payslip_id')::bigint = own.id or l.source -> 'payslip_ids' @> to_jsonb(own.id))
    where own.payroll_id = ${row.id} and own.status <> 'canceled' order by p.id limit 1`)
  if (later) throw validationError({ status: message('payroll:error.used_later', { number: later.number }) })
}

/** Effect of a cancellation: unlocks attendance, frees the items, and cancels the payslips. */
export async function cancelPayroll({ ctx, tx, row }: Transition): Promise<void> {
  const reference = toReference(row.id)
  await unlockAttendance(tx, reference)
  for (const source of ctx.kernel.contributions(PAYROLL_SOURCES).values()) await source.release(tx, reference)
  await setPayslipStatus(tx, row.id, ['draft', 'pending', 'abnormal', 'approved', 'sent'], 'canceled')
}
