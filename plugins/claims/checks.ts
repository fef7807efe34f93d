import { type Kernel, sql, type Sql } from 'stoa'
import { employeeAccountSql } from 'stoa/plugins/hr'

const list = async ({ db }: Kernel, query: Sql): Promise<string[]> => (await db.rows<{ name: string }>(query)).map(({ name }) => name)

/** Invariants of expense claims. */
export const checks = {
  'the totals of an expense claim are the sums of its expenses': (kernel: Kernel) =>
    list(
      kernel,
      sql`select t.number as name from hr_reimbursement t
        left join (select reimbursement_id, sum(base_amount_minor) as claimed, coalesce(sum(approved_amount_minor), 0) as approved
          from hr_reimbursement_item group by reimbursement_id) s on s.reimbursement_id = t.id
        where t.total_claimed_minor <> coalesce(s.claimed, 0) or t.total_approved_minor <> coalesce(s.approved, 0) order by t.id limit 20`,
    ),
  'an expense of a claim belongs to the employee of the claim': (kernel: Kernel) =>
    list(
      kernel,
      sql`select t.number as name from hr_reimbursement t join hr_reimbursement_item i on i.reimbursement_id = t.id
        where i.employee_id <> t.employee_id order by t.id limit 20`,
    ),
  'a claim is paid directly or with a payroll, never both': (kernel: Kernel) =>
    list(
      kernel,
      sql`select number as name from hr_reimbursement
        where payroll_ref is not null and (paid_by = 'direct' or status not in ('approved', 'paid')) order by id limit 20`,
    ),
  'nobody decides about a claim of their own, and nobody alone in two steps': (kernel: Kernel) =>
    list(
      kernel,
      sql`select t.number as name from hr_reimbursement t
        where ${employeeAccountSql(sql`t.employee_id`)} in (t.endorsed_by, t.approver_id) or (t.status in ('approved', 'paid') and t.endorsed_by = t.approver_id)
        order by t.id limit 20`,
    ),
}
