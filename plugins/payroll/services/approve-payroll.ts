import { type Ctx, lockKeys, message, sql, type Tx, validationError } from 'stoa'
import { lockAttendance } from 'stoa/plugins/attendance'
import { payrollSettings } from '../settings.ts'
import { PAYROLL_SOURCES } from './pay-sources.ts'

interface Transition {
  ctx: Ctx
  tx: Tx
  row: {
    id: number
    start_date: string
    end_date: string | null
    created_by: number | null
    computed_at: string | null
  }
}

const refuse = (key: string) => validationError({ status: message(`payroll:error.${key}`) })

/** The reference under which attendance and items are locked for a payroll. */
export const toReference = (payrollId: number): string => `payroll/${payrollId}`

/** Employees of a payroll by id. */
export const listPayrollEmployees = async (tx: Tx, payrollId: number): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(
      sql`select employee_id as id from hr_payslip where payroll_id = ${payrollId} and status <> 'canceled' order by employee_id`,
    )
  ).map(({ id }) => id)

/** Runs decisions on payrolls of the same employees one after the other. */
export const lockPay = (tx: Tx, employees: readonly number[]): Promise<unknown> =>
  lockKeys(
    tx,
    employees.map((id) => `payroll/employee ${id}`),
  )

/**
 * Guard of an approval. When two people are required, the person who created the payroll does not approve it. Payslips that were computed
 * before another payroll of the same employees was approved or canceled are computed again first. @throws AppError INVALID at `status`
 */
export async function assertMayApprove({ ctx, tx, row }: Transition): Promise<void> {
  const employees = await listPayrollEmployees(tx, row.id)
  if (employees.length === 0) throw refuse('no_payslips')
  const isSame = ctx.actor.kind === 'admin' && ctx.actor.id === row.created_by
  if (isSame && ctx.kernel.settings.of(payrollSettings).four_eyes) throw refuse('four_eyes')
  await lockPay(tx, employees)
  const newer = await tx.one(sql`
    select 1 from hr_payslip t join hr_payroll p on p.id = t.payroll_id
    where t.employee_id = any(${employees}::bigint[]) and p.id <> ${row.id} and p.approved_at is not null and t.end_date < ${row.start_date}::date
      and (p.approved_at > ${row.computed_at}::timestamptz or (p.status = 'canceled' and p.updated_at > ${row.computed_at}::timestamptz)) limit 1`)
  if (newer) throw refuse('outdated')
}

/** Effect of an approval: locks attendance, reserves the items, and fixes the payslips. @throws AppError INVALID at `status` */
export async function approvePayroll({ ctx, tx, row }: Transition): Promise<void> {
  const employees = await listPayrollEmployees(tx, row.id)
  const reference = toReference(row.id)
  await lockAttendance(tx, ctx, { employees, from: row.start_date, to: row.end_date ?? row.start_date }, reference)
  const items = await tx.rows<{ ref: string }>(sql`
    select l.source ->> 'ref' as ref from hr_payslip_line l join hr_payslip t on t.id = l.payslip_id
    where t.payroll_id = ${row.id} and t.status = 'pending' and l.source ->> 'type' = 'item' order by ref`)
  for (const [name, source] of ctx.kernel.contributions(PAYROLL_SOURCES)) {
    const refs = items.map(({ ref }) => ref).filter((ref) => ref.startsWith(`${name}/`))
    if (refs.length > 0 && (await source.claim(tx, ctx, refs, reference)) < refs.length) throw refuse('item_taken')
  }
  await setPayslipStatus(tx, row.id, ['pending'], 'approved')
}

/** Payslips follow their payroll. */
export async function setPayslipStatus(tx: Tx, payrollId: number, from: readonly string[], to: string): Promise<void> {
  await tx.run(sql`update hr_payslip set status = ${to}, version = version + 1, updated_at = now()
    where payroll_id = ${payrollId} and status = any(${[...from]}::text[])`)
  tx.invalidate('hr_payslip')
}
