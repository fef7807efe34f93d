import { type Kernel, sql, type Sql } from 'stoa'

const list = async ({ db }: Kernel, query: Sql): Promise<string[]> => (await db.rows<{ name: string }>(query)).map(({ name }) => name)

/** Invariants of leave. */
export const checks = {
  'an approved leave with a balance took as many days as its frozen count': (kernel: Kernel) =>
    list(
      kernel,
      sql`select t.number as name from hr_leave t where t.status = 'approved'
        and t.days <> -coalesce((select sum(r.days) from hr_leave_ledger r where r.leave_id = t.id and r.kind = 'take'), 0) order by t.id limit 20`,
    ),
  'the ledger rows of a canceled leave sum up to nothing': (kernel: Kernel) =>
    list(
      kernel,
      sql`select t.number as name from hr_leave t where t.status in ('canceled', 'rejected')
        and 0 <> coalesce((select sum(r.days) from hr_leave_ledger r where r.leave_id = t.id), 0) order by t.id limit 20`,
    ),
  'the frozen count of a leave is the sum of its dates': (kernel: Kernel) =>
    list(
      kernel,
      sql`select t.number as name from hr_leave t where t.status = 'approved'
        and t.days <> (select coalesce(sum(d.value::numeric), 0) from jsonb_each_text(t.days_detail) d) order by t.id limit 20`,
    ),
  'what a ledger row takes comes from a row of the same employee and type with the same end': (kernel: Kernel) =>
    list(
      kernel,
      sql`select r.id::text as name from hr_leave_ledger r join hr_leave_ledger s on s.id = r.source_ledger_id
        where (r.employee_id, r.type_id) <> (s.employee_id, s.type_id) or r.valid_to is distinct from s.valid_to order by r.id limit 20`,
    ),
  'no more is taken from granted days than were granted': (kernel: Kernel) =>
    list(
      kernel,
      sql`select s.id::text as name from hr_leave_ledger s join hr_leave_ledger r on r.source_ledger_id = s.id
        where not exists (select from hr_leave_ledger c where c.key = 'cancel ' || s.id)
        group by s.id, s.days having s.days + sum(r.days) < 0 order by s.id limit 20`,
    ),
}
