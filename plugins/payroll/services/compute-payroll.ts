import { AppError, type Ctx, sql, t, type Tx, WRONG_STATE } from 'stoa'
import { defineRun } from 'stoa/plugins/runs'
import type { DayBasis, Frequency } from '../domain/types.ts'
import { payrollSettings } from '../settings.ts'
import { payrollTable } from '../statuses.ts'
import { computePayslips } from './compute-payslips.ts'
import { countEmployed, listEmployees, readPayData, readSalaries } from './pay-data.ts'
import { storePayslips } from './store-payslips.ts'

/** Employees of a step. */
const BATCH = 25

interface StoredPayroll {
  number: string
  frequency: Frequency
  start: string
  end: string
  currency: string
  dayBasis: DayBasis
  unmarkedAs: 'present' | 'absent'
  excluded: number[]
}

/** Locks a payroll that is being computed, so that nobody cancels it within the step. */
const lockPayroll = (tx: Tx, id: number): Promise<StoredPayroll | undefined> =>
  tx.one<StoredPayroll>(sql`
    select p.number, p.frequency, to_char(p.start_date, 'YYYY-MM-DD') as start, to_char(p.end_date, 'YYYY-MM-DD') as "end", p.currency,
      p.day_basis as "dayBasis", p.unmarked_as as "unmarkedAs",
      coalesce((select jsonb_agg(x.hr_employee_id) from hr_payroll_excluded x where x.hr_payroll_id = p.id), '[]'::jsonb) as excluded
    from hr_payroll p where p.id = ${id} and p.status = 'processing' for share of p`)

/** Deletes payslips of an open payroll whose employees do not belong to it any more. */
async function removePayslips(tx: Tx, payrollId: number, employees: readonly number[]): Promise<void> {
  if (employees.length === 0) return
  await tx.run(sql`delete from hr_payslip where payroll_id = ${payrollId} and status in ('draft', 'pending', 'abnormal')
    and employee_id = any(${[...employees]}::bigint[])`)
  tx.invalidate('hr_payslip')
}

/** Computes the payslips of the next employees. @returns the last id, or undefined when nobody is left */
async function computeBatch(tx: Tx, ctx: Ctx, id: number, after: number): Promise<{ last: number; count: number } | undefined> {
  const payroll = await lockPayroll(tx, id)
  if (!payroll) throw new AppError(WRONG_STATE)
  const { frequency, currency, dayBasis, unmarkedAs, excluded } = payroll
  const period = { start: payroll.start, end: payroll.end }
  const batch = await listEmployees(tx, period, { after, limit: BATCH })
  const last = batch.at(-1)?.id
  // Payslips of employees between the ids who no longer work in the period are removed too.
  await tx.run(sql`delete from hr_payslip where payroll_id = ${id} and status in ('draft', 'pending', 'abnormal') and employee_id > ${after}
    and (${last ?? null}::bigint is null or employee_id < ${last ?? null}::bigint) and employee_id <> all(${batch.map((employee) => employee.id)}::bigint[])`)
  if (last === undefined) return undefined
  const ids = batch.map((employee) => employee.id)
  const salaries = await readSalaries(tx, ids, period.end)
  const elsewhere = await tx.rows<{ employee_id: number }>(sql`
    select employee_id from hr_payslip where employee_id = any(${ids}::bigint[]) and start_date = ${period.start}::date
      and end_date = ${period.end}::date and status <> 'canceled' and payroll_id <> ${id}`)
  const leftOut = new Set([...excluded, ...elsewhere.map(({ employee_id }) => employee_id)])
  const isIncluded = (employeeId: number): boolean => {
    const current = salaries.findLast(({ employee_id }) => employee_id === employeeId)
    return !leftOut.has(employeeId) && (!current || (current.frequency === frequency && current.currency === currency))
  }
  const employees = batch.filter((employee) => isIncluded(employee.id))
  await removePayslips(
    tx,
    id,
    ids.filter((employeeId) => !isIncluded(employeeId)),
  )
  const { adjust_months: adjustMonths } = ctx.kernel.settings.of(payrollSettings)
  const data = await readPayData(tx, ctx, { employees, salaries, period, currency, adjustMonths })
  const context = { frequency, period, dayBasis, unmarkedAs, currency, adjustMonths }
  await storePayslips(tx, id, context, data, await computePayslips(data, employees, context))
  return { last, count: batch.length }
}

/** Number of employees that the steps go through. */
async function countEmployees(tx: Tx, id: number): Promise<number> {
  const payroll = await lockPayroll(tx, id)
  return payroll ? countEmployed(tx, { start: payroll.start, end: payroll.end }) : 0
}

/** Computes all payslips of a payroll, some employees at a time. A crash repeats the step that was under way, and no other. */
export const COMPUTE = defineRun({
  name: 'payroll/compute',
  input: { payroll_id: t.id() },
  cursor: { last: t.int() },
  needs: 'compute hr payroll',
  lone: ({ payroll_id }) => `payroll ${payroll_id}`,
  link: ({ payroll_id }) => `payroll/view/${payroll_id}`,
  title: ({ kernel, language }) => kernel.i18n.t(language, 'payroll:run.compute'),
  said: ({ kernel, language }, { payslips, problems }) => [
    kernel.i18n.t(language, 'payroll:run.computed', { payslips: Number(payslips), problems: Number(problems) }),
  ],
  async step(ctx, { tx, input: { payroll_id: id }, cursor, done }) {
    const { kernel } = ctx
    const batch = await computeBatch(tx, ctx, id, cursor?.last ?? 0)
    if (batch) {
      const total = cursor === null ? await countEmployees(tx, id) : undefined
      return { cursor: { last: batch.last }, done: done + batch.count, ...(total === undefined ? {} : { total }) }
    }
    const found = await tx.one<{ payslips: number; problems: number }>(sql`
      select count(*)::int as payslips, count(*) filter (where status = 'abnormal')::int as problems
      from hr_payslip where payroll_id = ${id} and status <> 'canceled'`)
    const { payslips = 0, problems = 0 } = found ?? {}
    await kernel.resources.transitionIn(tx, ctx, payrollTable, id, problems > 0 ? 'flag' : 'finish')
    return { answer: { payslips, problems }, done }
  },
})
