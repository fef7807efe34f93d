import { type Db, sql } from 'stoa'
import type { RosterAssignment } from '../../domain/roster.ts'
import type { ShiftRules } from '../../domain/rules.ts'
import { isAssignedOn } from '../../domain/shift-overlap.ts'

/** An assignment with its shift. */
export type AssignmentWithShift = RosterAssignment & { rules: ShiftRules & { name: string; colour: string; enabled: boolean } }

/** Assignments of employees, drafts too, that concern a span of dates. One statement. */
export async function readRosterAssignments(
  db: Pick<Db, 'rows'>,
  { employees, from, to }: { employees: readonly number[]; from: string; to: string },
): Promise<AssignmentWithShift[]> {
  const rows = await db.rows<Omit<AssignmentWithShift, 'start_min' | 'end_min'>>(sql`
    select a.id, a.employee_id, a.shift_id, to_char(a.start_date, 'YYYY-MM-DD') as start_date, to_char(a.end_date, 'YYYY-MM-DD') as end_date,
      a.weekdays, a.excluded_dates, a.status = 'published' as "isPublished", to_jsonb(s) as rules
    from hr_shift_assignment a join hr_shift s on s.id = a.shift_id
    where a.employee_id = any(${[...employees]}::bigint[]) and a.status <> 'canceled' and a.start_date <= ${to}::date
      and coalesce(a.end_date, ${from}::date) >= ${from}::date
    order by a.employee_id, s.start_min, a.id`)
  return rows.map((row) => ({ ...row, start_min: row.rules.start_min, end_min: row.rules.end_min }))
}

/** The shifts of an employee on a date. */
export const listShiftIds = (assignments: readonly AssignmentWithShift[], date: string): number[] =>
  assignments.filter((assignment) => isAssignedOn(assignment, date)).map(({ shift_id }) => shift_id)
