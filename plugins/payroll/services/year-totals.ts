import { type Ctx, formatMoney, type Localized, pickTranslation, sql } from 'stoa'
import type { PayTable } from '../api-types.ts'
import { readEmployees, toColumns } from './output-table.ts'

/** Totals of a year by employee and line: what was earned, deducted and paid, by the end of the period. */
export async function readYearTotals(ctx: Ctx, year: number): Promise<PayTable> {
  const language = ctx.interfaceLanguage ?? ctx.language
  const rows = await ctx.kernel.db.rows<{
    employee_id: number
    currency: string
    payslips: number
    gross: number
    deductions: number
    net: number
    employer_cost: number
    relevant: number
  }>(sql`
    select employee_id, currency, count(*)::int as payslips, sum(gross)::bigint as gross, sum(deductions)::bigint as deductions,
      sum(net)::bigint as net, sum(employer_cost)::bigint as employer_cost, sum(relevant)::bigint as relevant
    from (select employee_id, currency, end_date, gross_minor as gross, deductions_minor as deductions, net_minor as net,
        employer_cost_minor as employer_cost, relevant_income_minor as relevant from hr_payslip where status in ('approved', 'sent', 'paid')
      union all select employee_id, currency, end_date, gross_minor, gross_minor - net_minor, net_minor, employer_contribution_minor,
        relevant_income_minor from hr_pay_opening) paid
    where extract(year from end_date) = ${year} group by 1, 2 order by 1, 2`)
  const lines = await ctx.kernel.db.rows<{ employee_id: number; currency: string; code: string; amount: number }>(sql`
    select t.employee_id, t.currency, l.code, sum(l.amount_minor)::bigint as amount from hr_payslip t join hr_payslip_line l on l.payslip_id = t.id
    where t.status in ('approved', 'sent', 'paid') and extract(year from t.end_date) = ${year} group by 1, 2, 3`)
  const titles = new Map(
    (
      await ctx.kernel.db.rows<{ code: string; title: Localized }>(
        sql`select distinct on (code) code, title from hr_pay_rule order by code, effective_from desc`,
      )
    ).map(({ code, title }) => [code, pickTranslation(title, language, ctx.mainLanguage)]),
  )
  const codes = [...new Set(lines.map(({ code }) => code))].toSorted()
  const amounts = new Map(lines.map((line) => [`${line.employee_id} ${line.currency} ${line.code}`, Number(line.amount)]))
  const employees = await readEmployees(
    ctx,
    rows.map(({ employee_id }) => employee_id),
  )
  const nameCode = (code: string) =>
    titles.get(code) ?? (code === 'base' || code === 'carried_forward' ? ctx.kernel.i18n.t(language, `payroll:line.${code}`) : code)
  return {
    columns: [
      ...toColumns(ctx, ['staff_no', 'employee', 'currency', 'payslips', 'gross', 'deductions', 'net', 'employer_cost', 'relevant_income']),
      ...codes.map((code) => ({ name: `line_${code}`, label: nameCode(code) })),
    ],
    rows: rows.map((row) => [
      employees.get(row.employee_id)?.staff_no ?? '',
      employees.get(row.employee_id)?.name ?? '',
      row.currency,
      String(row.payslips),
      ...[row.gross, row.deductions, row.net, row.employer_cost, row.relevant].map((amount) => formatMoney(Number(amount))),
      ...codes.map((code) => formatMoney(amounts.get(`${row.employee_id} ${row.currency} ${code}`) ?? 0)),
    ]),
  }
}
