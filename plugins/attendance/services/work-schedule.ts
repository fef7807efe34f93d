import { setImmediate } from 'node:timers/promises'
import { addDays, type Ctx, type Db, listDates, sql } from 'stoa'
import type { EmployeeSpan, ScheduledDay, WorkSchedule } from 'stoa/plugins/hr'
import { MINUTE_MS, toInstant } from '../domain/clock.ts'
import type { DayShift, ShiftRules } from '../domain/rules.ts'
import { type AssignmentDays, getEndMinute, isAssignedOn } from '../domain/shift-overlap.ts'
import { readEmployees } from './employees.ts'
import { getShopZone } from './shop-zone.ts'

/** Assignments after which a long computation lets other requests run. */
const PORTION = 25

/** A published assignment with the rules of its shift and the time zone of its employee. */
export type PublishedAssignment = AssignmentDays & { employee_id: number; zone: string; shift: string; rules: ShiftRules }

/** Published assignments of employees that concern a span. Two statements. */
export async function readPublishedAssignments(
  db: Pick<Db, 'rows'>,
  ctx: Ctx,
  { employees, from, to }: EmployeeSpan,
): Promise<PublishedAssignment[]> {
  const rows = await db.rows<Omit<PublishedAssignment, 'start_min' | 'end_min' | 'zone'>>(sql`
    select a.employee_id, to_char(a.start_date, 'YYYY-MM-DD') as start_date, to_char(a.end_date, 'YYYY-MM-DD') as end_date, a.weekdays,
      a.excluded_dates, s.name as shift, to_jsonb(s) as rules
    from hr_shift_assignment a join hr_shift s on s.id = a.shift_id
    where a.employee_id = any(${employees}::bigint[]) and a.status = 'published' and a.start_date <= ${to}::date
      and coalesce(a.end_date, ${from}::date) >= ${from}::date
    order by a.employee_id, a.start_date, a.id`)
  const infos = await readEmployees(
    db,
    ctx,
    rows.map(({ employee_id }) => employee_id),
  )
  return rows.map((row) => {
    const { start_min, end_min } = row.rules
    return { ...row, start_min, end_min, zone: infos.get(row.employee_id)?.zone ?? getShopZone(ctx) }
  })
}

/** The shifts of an assignment on the days of a span. */
export const listShifts = (assignment: PublishedAssignment, from: string, to: string): DayShift[] =>
  listDates(
    from > assignment.start_date ? from : assignment.start_date,
    assignment.end_date !== null && assignment.end_date < to ? assignment.end_date : to,
  )
    .filter((date) => isAssignedOn(assignment, date))
    .map((date) => ({ date, rules: assignment.rules }))

/** Minutes of shifts by day and time zone, computed once each: a roster repeats few shifts for many employees. */
export function createShiftMinutes(): (shift: DayShift, zone: string) => number {
  const cached = new Map<string, number>()
  return (shift, zone) => {
    const key = `${shift.rules.id}/${shift.date}/${zone}`
    const minutes = cached.get(key) ?? getMinutes(shift, zone)
    cached.set(key, minutes)
    return minutes
  }
}

/** Minutes of a shift on a day, without its unpaid break. On a day with a clock change they are the true ones. */
function getMinutes({ date, rules }: DayShift, zone: string): number {
  const minutes = (toInstant(date, getEndMinute(rules), zone) - toInstant(date, rules.start_min, zone)) / MINUTE_MS
  return Math.max(0, Math.floor(minutes) - (rules.paid_break ? 0 : rules.break_minutes))
}

/**
 * The roster as the work schedule of employees. A published assignment decides all days of its period: those that are not among its
 * weekdays are rest days, unless another assignment has a shift on them. Days outside of all periods keep the employee's own work days.
 */
export const rosterSchedule: WorkSchedule = {
  async read(db, ctx, span): Promise<ScheduledDay[]> {
    const minutes = new Map<string, ScheduledDay>()
    const getShiftMinutes = createShiftMinutes()
    for (const [n, assignment] of (await readPublishedAssignments(db, ctx, span)).entries()) {
      if (n % PORTION === PORTION - 1) await setImmediate()
      const { employee_id, start_date, end_date, zone, rules } = assignment
      const last = end_date !== null && end_date < span.to ? end_date : span.to
      for (const date of listDates(span.from > start_date ? span.from : start_date, last)) {
        const key = `${employee_id}/${date}`
        const added = isAssignedOn(assignment, date) ? getShiftMinutes({ date, rules }, zone) : 0
        minutes.set(key, { employee_id, date, minutes: (minutes.get(key)?.minutes ?? 0) + added })
      }
    }
    return [...minutes.values()]
  },
}

/** The span with the day before and the day after, whose shifts and punches can reach into it. */
export const widenSpan = (span: EmployeeSpan): EmployeeSpan => ({ ...span, from: addDays(span.from, -1), to: addDays(span.to, 1) })
