import { type Kernel, sql } from 'stoa'
import { type AssignmentDays, findOverlap } from './domain/shift-overlap.ts'

/** Most assignments that the check compares; those that end latest come first. */
const MOST_ASSIGNMENTS = 20_000

/** Invariants of the roster. */
export const checks = {
  'no two shifts of an employee overlap': async ({ db }: Kernel) => {
    const rows = await db.rows<AssignmentDays & { id: number; employee_id: number; staff_no: string }>(sql`
      select a.id, a.employee_id, e.staff_no, to_char(a.start_date, 'YYYY-MM-DD') as start_date, to_char(a.end_date, 'YYYY-MM-DD') as end_date,
        a.weekdays, s.start_min, s.end_min
      from hr_shift_assignment a join hr_shift s on s.id = a.shift_id join hr_employee e on e.id = a.employee_id
      where a.status <> 'canceled' order by a.end_date desc nulls first, a.id limit ${MOST_ASSIGNMENTS}`)
    return rows.flatMap((one, n) =>
      rows.slice(n + 1).flatMap((other) => {
        const date = one.employee_id === other.employee_id ? findOverlap(one, other) : undefined
        return date === undefined ? [] : [`${one.staff_no} ${date}`]
      }),
    )
  },
}
