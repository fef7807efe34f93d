import { type Ctx, formatMoney, groupBy, type Localized, sql } from 'stoa'
import { hrEmployee } from 'stoa/plugins/hr'
import type { PayrollReview } from '../api-types.ts'
import type { LineKind, LineSource } from '../domain/types.ts'
import type { PayslipProblem } from '../resources/payslip.ts'
import { describeProblems, nameLine } from './payslip-view.ts'

interface Row {
  id: number
  employee_id: number
  status: string
  gross: number
  deductions: number
  net: number
  employer_cost: number
  problems: PayslipProblem[]
}

interface Difference {
  employee_id: number
  code: string
  kind: LineKind
  title: Localized | null
  source: LineSource
  before: number
  now: number
}

const readRows = (ctx: Ctx, payrollId: number) =>
  ctx.kernel.db.rows<Row>(sql`
    select id, employee_id, status, gross_minor as gross, deductions_minor as deductions, net_minor as net,
      employer_cost_minor as employer_cost, problems
    from hr_payslip where payroll_id = ${payrollId} and (status <> 'canceled' or exists (
      select from hr_payroll p where p.id = payroll_id and p.status = 'canceled')) order by employee_id`)

function sum(rows: readonly Row[]): PayrollReview['totals'] {
  const total = (pick: (row: Row) => number) => formatMoney(rows.reduce((all, row) => all + pick(row), 0))
  return {
    employees: rows.length,
    problems: rows.filter(({ status }) => status === 'abnormal').length,
    gross: total(({ gross }) => gross),
    deductions: total(({ deductions }) => deductions),
    net: total(({ net }) => net),
    employer_cost: total(({ employer_cost }) => employer_cost),
  }
}

/** Lines that differ between two payrolls, by employee. One statement. */
async function readDifferences(ctx: Ctx, id: number, previousId: number): Promise<Map<number, Difference[]>> {
  const lines = (payrollId: number) => sql`
    select t.employee_id, l.code, l.kind, l.source ->> 'type' = 'adjustment' as is_adjustment, sum(l.amount_minor)::bigint as amount,
      (array_agg(l.title order by l.id))[1] as title, (array_agg(l.source order by l.id))[1] as source
    from hr_payslip t join hr_payslip_line l on l.payslip_id = t.id where t.payroll_id = ${payrollId} group by 1, 2, 3, 4`
  return groupBy(
    await ctx.kernel.db.rows<Difference>(sql`
      select coalesce(n.employee_id, b.employee_id) as employee_id, coalesce(n.code, b.code) as code, coalesce(n.kind, b.kind) as kind,
        coalesce(n.title, b.title) as title, coalesce(n.source, b.source) as source, coalesce(b.amount, 0) as before, coalesce(n.amount, 0) as now
      from (${lines(id)}) n full join (${lines(previousId)}) b
        on (b.employee_id, b.code, b.kind, b.is_adjustment) = (n.employee_id, n.code, n.kind, n.is_adjustment)
      where coalesce(b.amount, 0) <> coalesce(n.amount, 0) order by 1, 3, 2`),
    ({ employee_id }) => employee_id,
  )
}

/** The payroll before, of the same frequency and currency. */
const findPrevious = (ctx: Ctx, id: number) =>
  ctx.kernel.db.one<{ id: number; number: string }>(sql`
    select b.id, b.number from hr_payroll p join hr_payroll b on b.frequency = p.frequency and b.currency = p.currency
      and b.end_date < p.start_date and b.status in ('approved', 'sent', 'paid')
    where p.id = ${id} order by b.end_date desc, b.id desc limit 1`)

/** A payroll for who reviews it. Employees with problems come first, then those whose pay changed. The caller has checked access. */
export async function readReview(ctx: Ctx, id: number): Promise<PayrollReview> {
  const { kernel, interfaceLanguage, language } = ctx
  const reader = interfaceLanguage ?? language
  const previous = await findPrevious(ctx, id)
  const rows = await readRows(ctx, id)
  const before = new Map((previous ? await readRows(ctx, previous.id) : []).map((row) => [row.employee_id, row]))
  const differences = previous ? await readDifferences(ctx, id, previous.id) : new Map<number, Difference[]>()
  const excludedIds = (
    await kernel.db.rows<{ id: number }>(sql`select hr_employee_id as id from hr_payroll_excluded where hr_payroll_id = ${id}`)
  ).map((row) => row.id)
  const ids = [...new Set([...rows.map(({ employee_id }) => employee_id), ...before.keys(), ...excludedIds])]
  const employees = new Map((await kernel.query(hrEmployee).whereIn('id', ids)).map((employee) => [employee.id, employee]))
  const toEntry = (now: Row | undefined, old: Row | undefined): PayrollReview['data'][number] => {
    const employeeId = now?.employee_id ?? old?.employee_id ?? 0
    const own = now?.status === 'abnormal' ? [] : (differences.get(employeeId) ?? [])
    return {
      payslip_id: now?.id ?? null,
      employee_id: employeeId,
      employee: employees.get(employeeId)?.name ?? '',
      staff_no: employees.get(employeeId)?.staff_no ?? '',
      change: !previous ? 'first' : !now ? 'left' : !old ? 'new' : own.length > 0 ? 'changed' : 'same',
      gross: formatMoney(now?.gross ?? 0),
      net: formatMoney(now?.net ?? 0),
      previous_net: old ? formatMoney(old.net) : null,
      problems: describeProblems(ctx, reader, now?.problems ?? []),
      differences:
        now && old
          ? own.map((line) => ({
              name: nameLine(ctx, reader, line),
              kind: line.kind,
              before: formatMoney(line.before),
              now: formatMoney(line.now),
            }))
          : [],
    }
  }
  const inThis = new Set(rows.map(({ employee_id }) => employee_id))
  const data = [
    ...rows.map((row) => toEntry(row, before.get(row.employee_id))),
    ...[...before.values()].filter(({ employee_id }) => !inThis.has(employee_id)).map((row) => toEntry(undefined, row)),
  ]
  const order = { new: 1, left: 2, changed: 3, first: 4, same: 5 }
  const rank = ({ problems, change }: PayrollReview['data'][number]) => (problems.length > 0 ? 0 : order[change])
  return {
    totals: sum(rows),
    previous: previous ? { ...previous, totals: sum([...before.values()]) } : null,
    data: data.toSorted((one, other) => rank(one) - rank(other) || (one.employee < other.employee ? -1 : 1)),
    excluded: excludedIds.map((employeeId) => ({ id: employeeId, name: employees.get(employeeId)?.name ?? '' })),
  }
}
