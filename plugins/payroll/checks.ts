import { type Kernel, sql, type Sql } from 'stoa'
import { readAttendance } from 'stoa/plugins/attendance'

const list = async ({ db }: Kernel, query: Sql): Promise<string[]> => (await db.rows<{ name: string }>(query)).map(({ name }) => name)

const open = sql`('approved', 'sent', 'paid')`

/** Invariants of payrolls. Specification backoffice 2.9. */
export const checks = {
  'the net of a payslip is the sum of its earnings less its deductions': (kernel: Kernel) =>
    list(
      kernel,
      sql`select t.id::text as name from hr_payslip t where t.status <> 'abnormal'
        and t.net_minor <> (select coalesce(sum(case l.kind when 'earning' then l.amount_minor when 'deduction' then -l.amount_minor else 0 end), 0)
          from hr_payslip_line l where l.payslip_id = t.id) order by t.id limit 20`,
    ),
  'no payslip has a negative net': (kernel: Kernel) =>
    list(kernel, sql`select t.id::text as name from hr_payslip t where t.net_minor < 0 and t.status <> 'canceled' order by t.id limit 20`),
  'a payslip has the status of its payroll': (kernel: Kernel) =>
    list(
      kernel,
      sql`select t.id::text as name from hr_payslip t join hr_payroll p on p.id = t.payroll_id
        where p.status in ${open} and t.status not in (p.status, 'canceled') order by t.id limit 20`,
    ),
  'an item is reserved by the payroll that has a line of it': (kernel: Kernel) =>
    list(
      kernel,
      sql`select i.id::text as name from hr_pay_item i where i.claimed_by is not null and not exists (
          select from hr_payslip_line l join hr_payslip t on t.id = l.payslip_id
          where l.source ->> 'ref' = 'item/' || i.id and t.status in ${open} and i.claimed_by = 'payroll/' || t.payroll_id)
        union all
        select i.id::text from hr_pay_item i join hr_payslip_line l on l.source ->> 'ref' = 'item/' || i.id
          join hr_payslip t on t.id = l.payslip_id and t.status in ${open} where i.claimed_by is distinct from 'payroll/' || t.payroll_id limit 20`,
    ),
  'attendance of approved payrolls is locked': async (kernel: Kernel) => {
    const payrolls = await kernel.db.rows<{ from: string; to: string; approved_at: string; employees: number[] }>(sql`
      select to_char(p.start_date, 'YYYY-MM-DD') as "from", to_char(p.end_date, 'YYYY-MM-DD') as "to", to_char(p.approved_at, 'YYYY-MM-DD') as approved_at,
        jsonb_agg(t.employee_id) as employees
      from hr_payroll p join hr_payslip t on t.payroll_id = p.id where p.status in ${open} and t.status in ${open}
      group by p.id order by p.id desc limit 12`)
    const unlocked: string[] = []
    for (const span of payrolls)
      for (const { id, locked_by, work_date } of await readAttendance(kernel.db, span))
        if (locked_by === null && work_date < span.approved_at) unlocked.push(String(id))
    return unlocked.slice(0, 20)
  },
}
