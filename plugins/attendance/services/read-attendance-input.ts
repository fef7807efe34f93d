import { addDays, type Ctx, groupBy, sql, type Tx } from 'stoa'
import { type Absence, type EmployeeSpan, readAbsences, readWorkDays, type WorkDay } from 'stoa/plugins/hr'
import type { AttendanceInput, DayInfo, Punch } from '../domain/rules.ts'
import { attendanceSettings } from '../settings.ts'
import { type EmployeeInfo, readEmployees } from './employees.ts'
import { listShifts, readPublishedAssignments, widenSpan } from './work-schedule.ts'

type StoredPunch = Punch & { employee_id: number }

/** Groups rows by their employee. */
const byEmployee = <R extends { employee_id: number }>(rows: readonly R[]): ReadonlyMap<number, R[]> =>
  groupBy(rows, ({ employee_id }) => employee_id)

/** Leave of a day from all its absences: two halves are a whole day. */
function addLeave(day: WorkDay, absences: readonly Absence[]): DayInfo {
  const fraction = Math.min(
    1,
    absences.reduce((sum, absence) => sum + absence.fraction, 0),
  )
  const parts = new Set(absences.filter((absence) => absence.fraction > 0).map(({ part }) => part))
  const [part] = parts
  return {
    date: day.date,
    kind: day.kind,
    holidayHalf: day.kind === 'work' ? (day.holiday?.half_day ?? 'none') : 'none',
    leaveFraction: fraction,
    leavePart: part === undefined ? 'none' : parts.size > 1 ? 'full' : part,
  }
}

/** Punches that count, of two days around the span: a night shift and its window reach beyond the day. */
const readPunches = (tx: Tx, { employees, from, to }: EmployeeSpan): Promise<StoredPunch[]> =>
  tx.rows<StoredPunch>(sql`
    select id, employee_id, (extract(epoch from at) * 1000)::bigint as at, direction, outside as "isOutside", source = 'admin' as "isCorrection"
    from hr_punch where employee_id = any(${employees}::bigint[]) and voided_at is null
      and at >= ${addDays(from, -2)}::date and at < ${addDays(to, 3)}::date order by employee_id, at, id`)

/** What the attendance of one employee is computed from. */
export interface EmployeeInput {
  employee_id: number
  input: AttendanceInput
}

/**
 * What the attendance of employees in a span is computed from, by employee. A few statements for any number of employees, which do not
 * wait for each other. Each input is built when it is iterated, so that the caller can serve other requests in between.
 */
export async function readAttendanceInputs(tx: Tx, ctx: Ctx, span: EmployeeSpan): Promise<Iterable<EmployeeInput>> {
  const wide = widenSpan(span)
  const [employees, clock, days, assignments, punches, absences] = await Promise.all([
    readEmployees(tx, ctx, span.employees),
    tx.one<{ now: number }>(sql`select (extract(epoch from now()) * 1000)::bigint as now`),
    readWorkDays(tx, ctx, span).then(byEmployee),
    readPublishedAssignments(tx, ctx, wide).then(byEmployee),
    readPunches(tx, span).then(byEmployee),
    readAbsences(tx, ctx, span).then(byEmployee),
  ])
  const { absent_delay_hours, overtime_tolerance_min, overtime_round_min } = ctx.kernel.settings.of(attendanceSettings)
  const build = ({ id, zone, enabled, tracks_time }: EmployeeInfo): AttendanceInput => {
    const leave = groupBy(absences.get(id) ?? [], ({ date }) => date)
    return {
      zone,
      now: clock?.now ?? Date.now(),
      days: (days.get(id) ?? []).map((day) => addLeave(day, leave.get(day.date) ?? [])),
      shifts: (assignments.get(id) ?? []).flatMap((assignment) => listShifts(assignment, wide.from, wide.to)),
      punches: punches.get(id) ?? [],
      rules: { absent_delay_hours, overtime_tolerance_min, overtime_round_min },
      isEnabled: enabled,
      tracksTime: tracks_time,
    }
  }
  return {
    *[Symbol.iterator]() {
      for (const employee of employees.values()) yield { employee_id: employee.id, input: build(employee) }
    },
  }
}
