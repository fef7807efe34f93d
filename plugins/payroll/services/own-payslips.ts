import { AppError, type Ctx, formatMoney, type Locale, NOT_FOUND, sql } from 'stoa'
import type { OwnPayslips, PayslipView } from '../api-types.ts'
import type { PayslipStatus } from '../statuses.ts'
import { readPayslipView } from './payslip-view.ts'

/** Most payslips on the page. */
const MOST = 120

/** Payslips of an employee that were sent or paid, newest first, and sums by the year of their end. */
export async function readOwnPayslips({ kernel }: Ctx, employeeId: number): Promise<OwnPayslips> {
  const rows = await kernel.db.rows<{
    id: number
    start: string
    end: string
    pay_date: string
    currency: string
    net: number
    status: PayslipStatus
  }>(sql`
    select t.id, to_char(t.start_date, 'YYYY-MM-DD') as start, to_char(t.end_date, 'YYYY-MM-DD') as "end",
      to_char(p.pay_date, 'YYYY-MM-DD') as pay_date, t.currency, t.net_minor as net, t.status
    from hr_payslip t join hr_payroll p on p.id = t.payroll_id
    where t.employee_id = ${employeeId} and t.status in ('sent', 'paid') order by t.end_date desc, t.id desc limit ${MOST}`)
  const years = await kernel.db.rows<{ year: number; currency: string; gross: number; deductions: number; net: number }>(sql`
    select extract(year from end_date)::int as year, currency, sum(gross)::bigint as gross, sum(gross - net)::bigint as deductions, sum(net)::bigint as net
    from (select end_date, currency, gross_minor as gross, net_minor as net from hr_payslip where employee_id = ${employeeId} and status in ('sent', 'paid')
      union all select end_date, currency, gross_minor, net_minor from hr_pay_opening where employee_id = ${employeeId}) paid
    group by 1, 2 order by 1 desc, 2`)
  return {
    data: rows.map((row) => ({ ...row, net: formatMoney(row.net) })),
    years: years.map((row) => ({
      ...row,
      gross: formatMoney(row.gross),
      deductions: formatMoney(row.deductions),
      net: formatMoney(row.net),
    })),
  }
}

/** @throws AppError NOT_FOUND for a payslip of somebody else, and for one that was not sent */
export async function assertOwnPayslip({ kernel }: Ctx, employeeId: number, id: number): Promise<void> {
  const own = await kernel.db.one(
    sql`select 1 from hr_payslip where id = ${id} and employee_id = ${employeeId} and status in ('sent', 'paid')`,
  )
  if (!own) throw new AppError(NOT_FOUND)
}

/** One of the own payslips. @throws AppError NOT_FOUND */
export async function readOwnPayslip(ctx: Ctx, employeeId: number, id: number, language: Locale): Promise<PayslipView> {
  await assertOwnPayslip(ctx, employeeId, id)
  const payslip = await readPayslipView(ctx, id, language)
  if (!payslip) throw new AppError(NOT_FOUND)
  return payslip
}
