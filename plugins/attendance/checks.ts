import { groupBy, type Kernel, sql } from 'stoa'
import { type AssignmentDays, findOverlap } from './domain/shift-overlap.ts'

/** Most assignments that the check compares; those that end latest come first. */
const MOST_ASSIGNMENTS = 20_000

/** Invariants of the roster, punches and attendance. */
export const checks = {
  'no two shifts of an employee overlap': async ({ db }: Kernel) => {
    const rows = await db.rows<AssignmentDays & { id: number; employee_id: number }>(sql`
      select a.id, a.employee_id, to_char(a.start_date, 'YYYY-MM-DD') as start_date, to_char(a.end_date, 'YYYY-MM-DD') as end_date,
        a.weekdays, a.excluded_dates, s.start_min, s.end_min
      from hr_shift_assignment a join hr_shift s on s.id = a.shift_id
      where a.status <> 'canceled' order by a.end_date desc nulls first, a.id limit ${MOST_ASSIGNMENTS}`)
    return [...groupBy(rows, ({ employee_id }) => employee_id).values()].flatMap((own) =>
      own.flatMap((one, n) =>
        own.slice(n + 1).flatMap((other) => {
          const date = findOverlap(one, other)
          return date === undefined ? [] : [`employee ${one.employee_id}, ${date}`]
        }),
      ),
    )
  },
  'no overtime is approved beyond what was worked, and no voided punch counts': async ({ db }: Kernel) => {
    const rows = await db.rows<{ employee_id: number; work_date: string }>(sql`
      select t.employee_id, to_char(t.work_date, 'YYYY-MM-DD') as work_date from hr_attendance t
      where t.locked_by is null and (t.overtime_approved_min > t.overtime_min or exists (
        select 1 from unnest(array[t.first_in, t.last_out]) as figure(at)
        where figure.at is not null and not exists (
          select 1 from hr_punch p where p.employee_id = t.employee_id and p.at = figure.at and p.voided_at is null)))
      order by t.work_date, t.employee_id limit 100`)
    return rows.map(({ employee_id, work_date }) => `employee ${employee_id}, ${work_date}`)
  },
  'every decided appeal names a decision': async ({ db }: Kernel) =>
    (await db.rows<{ id: number }>(sql`select id from hr_appeal where status in ('approved', 'rejected') and decided_at is null`)).map(
      ({ id }) => String(id),
    ),
}
