import { type Sql, sql } from 'stoa'
import type { PersonalDataHandler } from 'stoa/plugins/people'
import { scopeSql } from 'stoa/engine'

const any = (ids: readonly number[] = []): Sql => sql`any(${[...ids]}::bigint[])`

/**
 * Employers must keep records of wages for years, so an erasure keeps salaries and payslips. It deletes notes about the person, and the
 * member number of the scheme.
 */
export const payrollPersonalData: PersonalDataHandler = {
  tables: {
    hr_salary: true,
    hr_salary_allowance: 'agreed allowances, which are part of the wage record',
    hr_payslip: true,
    hr_payslip_line: 'lines of payslips, which are part of the wage record',
    hr_payslip_pdf: 'printed payslips, which are part of the wage record',
    hr_pay_item: true,
    hr_pay_opening: 'pay of a former system, which is part of the wage record',
    hr_payroll: 'payrolls of all employees',
    hr_payroll_excluded: 'employees that a payroll leaves out',
  },
  needs: 'get admin salary & get hr payslip',
  async exportData(ctx, { rows }, requester) {
    const { db, registry } = ctx.kernel
    const visible = (resource: string) => (requester === 'person' ? sql`true` : scopeSql(ctx, registry.resource(resource)))
    const sent = requester === 'person' ? sql`t.status in ('sent', 'paid')` : sql`true`
    return {
      salaries: await db.rows(sql`
        select t.effective_from, t.pay_type, t.frequency, (t.base_amount_minor / 100.0)::numeric(14, 2)::text as base_amount, t.currency,
          t.scheme_member_no, t.is_exempt, t.status
        from hr_salary t where t.employee_id = ${any(rows.hr_employee)} and ${visible('admin_salary')} order by t.effective_from`),
      payslips: await db.rows(sql`
        select t.start_date, t.end_date, t.currency, t.payment_days, (t.gross_minor / 100.0)::numeric(14, 2)::text as gross,
          (t.deductions_minor / 100.0)::numeric(14, 2)::text as deductions, (t.net_minor / 100.0)::numeric(14, 2)::text as net, t.status,
          (select jsonb_agg(jsonb_build_object('code', l.code, 'kind', l.kind, 'amount', (l.amount_minor / 100.0)::numeric(14, 2)::text) order by l.position)
            from hr_payslip_line l where l.payslip_id = t.id) as lines
        from hr_payslip t where t.employee_id = ${any(rows.hr_employee)} and ${sent} and ${visible('hr_payslip')} order by t.start_date`),
      pay_items: await db.rows(sql`
        select t.date, t.title, t.kind, (t.amount_minor / 100.0)::numeric(14, 2)::text as amount, t.currency, t.note, t.status
        from hr_pay_item t where t.employee_id = ${any(rows.hr_employee)} and ${visible('hr_pay_item')} order by t.date`),
    }
  },
  async eraseData(tx, _ctx, { rows }) {
    await tx.run(sql`update hr_salary set note = '', scheme_member_no = '', version = version + 1, updated_at = now()
      where employee_id = ${any(rows.hr_employee)}`)
    await tx.run(
      sql`update hr_pay_item set note = '', version = version + 1, updated_at = now() where employee_id = ${any(rows.hr_employee)}`,
    )
    tx.invalidate('admin_salary')
    tx.invalidate('hr_pay_item')
  },
}
