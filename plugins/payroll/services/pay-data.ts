import { addDays, addMonths, type Ctx, type Db, groupBy, sql, type Tx } from 'stoa'
import { type AttendanceRecord, readAttendance } from 'stoa/plugins/attendance'
import { type Absence, hrEmployee, readAbsences, readWorkDays, type WorkDay } from 'stoa/plugins/hr'
import type { Period, Salary } from '../domain/types.ts'
import { readEarlierPayslips, readPaidLines, type StoredLine, type StoredPayslip } from './earlier-payslips.ts'
import { readContinuity, readPayRules, type StoredContinuity, type StoredRule } from './pay-rules.ts'
import { type EmployeePayItem, readPayItems } from './pay-sources.ts'

/** An employee of a payroll. Dates are `2026-11-30`. */
export interface PayEmployee {
  id: number
  joinDate: string
  lastDay: string | null
  birthDate: string | null
  /** Work days without attendance of somebody who does not clock in are worked. */
  tracksTime: boolean
}

/** An approved salary with what its payslip stores. */
export interface StoredSalary extends Salary {
  employee_id: number
  structure_id: number
  frequency: string
  currency: string
  allowances: readonly (Salary['allowances'][number] & { title: string })[]
}

/** Everything that the payslips of some employees are computed from, by employee. */
export interface PayData {
  salaries: ReadonlyMap<number, readonly StoredSalary[]>
  rules: readonly StoredRule[]
  continuity: readonly StoredContinuity[]
  workDays: ReadonlyMap<number, readonly WorkDay[]>
  absences: ReadonlyMap<number, readonly Absence[]>
  attendance: ReadonlyMap<number, readonly AttendanceRecord[]>
  earlier: ReadonlyMap<number, readonly StoredPayslip[]>
  paidLines: ReadonlyMap<number, readonly StoredLine[]>
  items: ReadonlyMap<number, readonly EmployeePayItem[]>
  /** Today in the shop's time zone. */
  today: string
}

const groupByEmployee = <T extends { employee_id: number }>(rows: readonly T[]) => groupBy(rows, ({ employee_id }) => employee_id)

/** Approved salaries of employees by date, with their allowances. One statement. */
export const readSalaries = (db: Pick<Db, 'rows'>, employees: readonly number[], until: string): Promise<StoredSalary[]> =>
  db.rows<StoredSalary>(sql`
    select s.id, s.employee_id, s.structure_id, to_char(s.effective_from, 'YYYY-MM-DD') as effective_from, s.pay_type, s.frequency,
      s.currency, s.base_amount_minor as base_amount, s.is_exempt,
      coalesce((select jsonb_agg(jsonb_build_object('code', a.code, 'title', a.title, 'amount', a.amount_minor,
          'is_relevant', a.is_relevant, 'is_prorated', a.is_prorated) order by a.id)
        from hr_salary_allowance a where a.salary_id = s.id), '[]'::jsonb) as allowances
    from hr_salary s where s.employee_id = any(${[...employees]}::bigint[]) and s.status = 'approved' and s.effective_from <= ${until}::date
    order by s.employee_id, s.effective_from`)

/** Weeks before a period that continuity looks at: the longest a rule requires, and those of its count. */
const countWeeks = (rules: readonly StoredRule[], continuity: readonly StoredContinuity[]): number =>
  continuity.length === 0
    ? 0
    : Math.max(0, ...rules.map(({ continuity_weeks }) => continuity_weeks)) + Math.max(0, ...continuity.map(({ weeks }) => weeks))

interface PayDataQuery {
  employees: readonly PayEmployee[]
  salaries: readonly StoredSalary[]
  period: Period
  currency: string
  adjustMonths: number
}

/** Reads what the payslips of some employees need: one statement for each kind of data. */
export async function readPayData(tx: Tx, ctx: Ctx, query: PayDataQuery): Promise<PayData> {
  const { employees, salaries, period, currency, adjustMonths } = query
  const ids = employees.map(({ id }) => id)
  const structureIds = [...new Set(salaries.map(({ structure_id }) => structure_id))]
  const rules = await readPayRules(tx, structureIds)
  const continuity = await readContinuity(tx, structureIds)
  const earlier = await readEarlierPayslips(tx, { employees: ids, from: addMonths(period.start, -26), before: period.start })
  const adjustFrom = addMonths(period.start, -adjustMonths)
  const adjustable = earlier.filter(({ isComputed, end }) => isComputed && end >= adjustFrom)
  const firstStart = [period.start, ...adjustable.map(({ start }) => start)].toSorted()[0] ?? period.start
  const from = addDays(firstStart, -7 * (countWeeks(rules, continuity) + 1))
  const span = { employees: ids, from, to: period.end }
  const clock = await tx.one<{ today: string }>(sql`select to_char(business_day(), 'YYYY-MM-DD') as today`)
  return {
    salaries: groupByEmployee(salaries),
    rules,
    continuity,
    workDays: groupByEmployee(await readWorkDays(tx, ctx, span, { isWhole: true })),
    absences: groupByEmployee(await readAbsences(tx, ctx, span)),
    attendance: groupByEmployee(await readAttendance(tx, span)),
    earlier: groupByEmployee(earlier),
    paidLines: await readPaidLines(
      tx,
      adjustable.map(({ id }) => id),
    ),
    items: groupByEmployee(await readPayItems(tx, ctx, { employees: ids, until: period.end, currency })),
    today: clock?.today ?? '',
  }
}

const queryEmployed = (tx: Pick<Tx, 'query'>, { start, end }: Period) =>
  tx
    .query(hrEmployee)
    .where('join_date', '<=', end)
    .where((employed) => employed.where('last_day', '>=', start).orWhere((current) => current.whereNull('last_day').where('enabled', true)))

/** Employees with larger ids than `after` who work in a period, by id: all who are enabled, and all whose last day is in it or later. */
export async function listEmployees(
  tx: Pick<Tx, 'query'>,
  period: Period,
  { after, limit }: { after: number; limit: number },
): Promise<PayEmployee[]> {
  const rows = await queryEmployed(tx, period).where('id', '>', after).orderBy('id').limit(limit)
  return rows.map(({ id, join_date, last_day, birth_date, tracks_time }) => ({
    id,
    joinDate: join_date,
    lastDay: last_day,
    birthDate: birth_date,
    tracksTime: tracks_time,
  }))
}

/** Number of employees who work in a period. */
export const countEmployed = async (tx: Pick<Tx, 'query'>, period: Period): Promise<number> => (await queryEmployed(tx, period)).length
