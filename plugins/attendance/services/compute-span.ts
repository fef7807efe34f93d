import { setImmediate } from 'node:timers/promises'
import { addDays, type Ctx, id, join, type Sql, sql, type Tx } from 'stoa'
import type { EmployeeSpan } from 'stoa/plugins/hr'
import { computeAttendance } from '../domain/attendance.ts'
import { toLocalDate } from '../domain/clock.ts'
import type { AttendanceDay } from '../domain/rules.ts'
import { attendanceColumns } from '../resources/attendance-columns.ts'
import { readEmployee } from './employees.ts'
import { lockEmployees } from './lock-employees.ts'
import { readAttendanceInputs } from './read-attendance-input.ts'
import { getShopZone } from './shop-zone.ts'

/** Rows of a statement: building and sending a longer one would delay other requests. */
const PORTION = 500

const toText = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const toRow = (employee_id: number, day: AttendanceDay) => ({
  employee_id,
  work_date: day.date,
  shift_id: day.shiftId,
  day_kind: day.dayKind,
  status: day.status,
  reasons: day.reasons,
  scheduled_start: toText(day.scheduledStart),
  scheduled_end: toText(day.scheduledEnd),
  window_start: new Date(day.windowStart).toISOString(),
  window_end: new Date(day.windowEnd).toISOString(),
  first_in: toText(day.firstIn),
  last_out: toText(day.lastOut),
  scheduled_min: day.scheduledMin,
  worked_min: day.workedMin,
  break_min: day.breakMin,
  late_min: day.lateMin,
  early_min: day.earlyMin,
  overtime_min: day.overtimeMin,
})

type StoredDay = ReturnType<typeof toRow>

/** Columns that a computation writes as they are, beside the key and the status. */
const figures = [
  'day_kind',
  'reasons',
  'scheduled_start',
  'scheduled_end',
  'window_start',
  'window_end',
  'first_in',
  'last_out',
  'scheduled_min',
  'worked_min',
  'break_min',
  'late_min',
  'early_min',
  'overtime_min',
] as const

/** SQL: the figures of a row, such as `excluded`. */
const figuresSql = (row: string): Sql => join(figures.map((name) => sql`${id(row)}.${id(name)}`))
const figureNamesSql = join(figures.map((name) => id(name)))
const statusSql = sql`coalesce(hr_attendance.corrected_status, excluded.status)`

/**
 * Computes the attendance of employees in a span and stores what changed. It is idempotent, skips locked days, keeps a status that a
 * correction accepted, and never leaves more overtime approved than there is. The locks on the employees run computations and changes of
 * punches one after the other.
 * @returns the number of stored changes
 */
export async function computeSpan(tx: Tx, ctx: Ctx, span: EmployeeSpan): Promise<number> {
  if (span.employees.length === 0) return 0
  await lockEmployees(tx, span.employees)
  const rows: StoredDay[] = []
  for (const { employee_id, input } of await readAttendanceInputs(tx, ctx, span)) {
    // Serves other requests between two employees.
    await setImmediate()
    for (const day of computeAttendance(input)) rows.push(toRow(employee_id, day))
  }
  let changed = await removeStale(tx, span, rows)
  for (let n = 0; n < rows.length; n += PORTION) {
    await setImmediate()
    changed += await storeRows(tx, rows.slice(n, n + PORTION))
  }
  if (changed > 0) tx.invalidate('hr_attendance')
  return changed
}

/** Stores rows whose figures changed. @returns their number */
const storeRows = (tx: Tx, rows: readonly StoredDay[]): Promise<number> =>
  tx.run(sql`${tx.insertAllSql(attendanceColumns, rows)} on conflict (employee_id, work_date, shift_id) do update
    set (status, overtime_approved_min, ${figureNamesSql}) =
        (${statusSql}, least(hr_attendance.overtime_approved_min, excluded.overtime_min), ${figuresSql('excluded')}),
      version = hr_attendance.version + 1, updated_at = now()
    where hr_attendance.locked_by is null
      and (hr_attendance.status, ${figuresSql('hr_attendance')}) is distinct from (${statusSql}, ${figuresSql('excluded')})`)

/**
 * Removes attendance that the roster and the punches do not support any more, such as that of a canceled assignment. A row that an appeal
 * names stays, emptied: it is part of the record of a decision.
 */
async function removeStale(tx: Tx, { employees, from, to }: EmployeeSpan, rows: readonly StoredDay[]): Promise<number> {
  const [owners, dates, shifts] = [
    rows.map(({ employee_id }) => employee_id),
    rows.map(({ work_date }) => work_date),
    rows.map(({ shift_id }) => shift_id ?? 0),
  ]
  // `not in` is a lookup in a hash table whatever the planner expects; a join would be a nested loop while the table has no statistics.
  const found = await tx.rows<{ id: number; is_appealed: boolean }>(sql`
    select t.id, exists (select 1 from hr_appeal a where a.attendance_id = t.id) as is_appealed
    from hr_attendance t
    where t.employee_id = any(${employees}::bigint[]) and t.work_date between ${from}::date and ${to}::date and t.locked_by is null
      and (t.employee_id, t.work_date, coalesce(t.shift_id, 0)) not in (
        select c.employee_id, c.work_date, c.shift_id
        from unnest(${owners}::bigint[], ${dates}::date[], ${shifts}::bigint[]) as c(employee_id, work_date, shift_id))`)
  if (found.length === 0) return 0
  const select = (isAppealed: boolean) => found.filter(({ is_appealed }) => is_appealed === isAppealed).map(({ id }) => id)
  const empty = { day_kind: 'rest', status: 'present', first_in: null, last_out: null } as const
  const zero = { scheduled_min: 0, worked_min: 0, break_min: 0, late_min: 0, early_min: 0, overtime_min: 0, overtime_approved_min: 0 }
  const emptied = await tx.update(
    attendanceColumns,
    sql`t.id = any(${select(true)}::bigint[]) and t.locked_by is null and (t.worked_min > 0 or t.day_kind <> 'rest')`,
    { ...empty, ...zero, reasons: [] },
  )
  return emptied + (await tx.remove(attendanceColumns, sql`t.id = any(${select(false)}::bigint[]) and t.locked_by is null`))
}

/** Computes the days to which a punch at an instant, in milliseconds, can belong: its local date, and the day before for a night shift. */
export async function computeAround(tx: Tx, ctx: Ctx, employeeId: number, at: number): Promise<void> {
  const employee = await readEmployee(tx, ctx, employeeId)
  const date = toLocalDate(at, employee?.zone ?? getShopZone(ctx))
  await computeSpan(tx, ctx, { employees: [employeeId], from: addDays(date, -1), to: addDays(date, 1) })
}
