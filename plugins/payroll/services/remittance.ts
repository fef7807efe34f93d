import { addDays, type Ctx, formatMoney, sql } from 'stoa'
import { readWorkDays } from 'stoa/plugins/hr'
import type { PayTable } from '../api-types.ts'
import { findDueDate } from '../domain/contributions.ts'
import { readEmployees, toColumns } from './output-table.ts'

/** The day on which contributions of a period are due, moved to a work day of the employees. */
async function findDue(ctx: Ctx, periodEnd: string, dueDay: number, employees: readonly number[]): Promise<string> {
  const first = findDueDate({ periodEnd, dueDay, isWorkDay: () => true })
  const until = addDays(first, 21)
  const days = await readWorkDays(ctx.kernel.db, ctx, { employees: employees.slice(0, 1), from: first, to: until }, { isWhole: true })
  const workDays = new Set(days.filter(({ kind }) => kind === 'work').map(({ date }) => date))
  return findDueDate({ periodEnd, dueDay, isWorkDay: (date) => workDays.size === 0 || workDays.has(date) })
}

interface ContributionRow {
  employee_id: number
  end: string
  income: number
  due_day: number
  employee_part: number
  employer_part: number
  member_no: string
  postponed_from: string | null
}

/** Contributions that become due for a month, with those that were postponed until it. @param month such as `2026-11` */
export async function readRemittance(ctx: Ctx, month: string): Promise<PayTable> {
  const rows = await ctx.kernel.db.rows<ContributionRow>(sql`
    select t.employee_id, to_char(t.end_date, 'YYYY-MM-DD') as "end", t.relevant_income_minor as income, s.remittance_due_day as due_day,
      sum(l.amount_minor) filter (where l.kind = 'deduction')::bigint as employee_part,
      sum(l.amount_minor) filter (where l.kind = 'employer_cost')::bigint as employer_part,
      coalesce((select a.scheme_member_no from hr_salary a where a.id = t.salary_id), '') as member_no,
      case when l.source ->> 'type' = 'postponed' then l.source ->> 'from' end as postponed_from
    from hr_payslip t join hr_payslip_line l on l.payslip_id = t.id join hr_pay_structure s on s.id = t.structure_id
    where t.status in ('approved', 'sent', 'paid') and to_char(t.end_date, 'YYYY-MM') = ${month}
      and (l.source ->> 'type' in ('contribution', 'postponed') or exists (select from hr_pay_rule r
        where l.source ->> 'type' = 'adjustment' and r.structure_id = t.structure_id and r.code = l.code and r.basis = 'bands'))
    group by t.employee_id, t.end_date, t.relevant_income_minor, s.remittance_due_day, t.salary_id, postponed_from order by t.employee_id, postponed_from nulls last`)
  const employees = await readEmployees(
    ctx,
    rows.map(({ employee_id }) => employee_id),
  )
  const due = new Map<string, string>()
  for (const { end, due_day, employee_id } of rows) {
    const key = `${end} ${due_day}`
    if (!due.has(key)) due.set(key, await findDue(ctx, end, due_day, [employee_id]))
  }
  return {
    columns: toColumns(ctx, [
      'staff_no',
      'employee',
      'member_no',
      'period',
      'relevant_income',
      'employee_part',
      'employer_part',
      'total',
      'due_date',
    ]),
    rows: rows.map((row) => {
      const employee = employees.get(row.employee_id)
      const [own, employer] = [Number(row.employee_part ?? 0), Number(row.employer_part ?? 0)]
      return [
        employee?.staff_no ?? '',
        employee?.name ?? '',
        row.member_no,
        (row.postponed_from ?? row.end).slice(0, 7),
        row.postponed_from === null ? formatMoney(row.income) : '',
        formatMoney(own),
        formatMoney(employer),
        formatMoney(own + employer),
        due.get(`${row.end} ${row.due_day}`) ?? '',
      ]
    }),
  }
}
