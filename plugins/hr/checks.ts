import { type Kernel, sql } from 'stoa'

/** Invariants of employees. */
export const checks = {
  'no employee is their own manager, directly or through others': async (kernel: Kernel) =>
    (
      await kernel.db.rows<{ staff_no: string }>(sql`
        with recursive up as (
          select e.id as start, e.manager_id as id from hr_employee e where e.manager_id is not null
          union select up.start, e.manager_id from up join hr_employee e on e.id = up.id where e.manager_id is not null)
        select e.staff_no from up join hr_employee e on e.id = up.start where up.start = up.id order by e.id`)
    ).map(({ staff_no }) => staff_no),
}
