import { account, type Ctx, type Db, hasPermission, signedPath, sql } from 'stoa'
import { isOwnEmployee } from 'stoa/plugins/hr'
import type { AttendanceLine, AttendanceView } from '../api-types.ts'
import { toLocalDate, toLocalTime } from '../domain/clock.ts'
import { attendanceSettings } from '../settings.ts'
import { readEmployee } from './employees.ts'
import { findObstacle } from './own-appeals.ts'
import { getShopZone } from './shop-zone.ts'

type Times = 'start_time' | 'end_time' | 'in_time' | 'out_time'
type Row = Omit<AttendanceLine, Times> & {
  zone: string
  scheduled_start: string | null
  scheduled_end: string | null
  first_in: string | null
  last_out: string | null
}

/** Time of an instant on the clock of a zone; null stays null. */
export const toTime = (at: string | null, zone: string): string | null => (at === null ? null : toLocalTime(Date.parse(at), zone))

const lineColumns = sql`t.id, to_char(t.work_date, 'YYYY-MM-DD') as work_date, s.name as shift, t.status, t.reasons, t.day_kind,
  t.scheduled_start, t.scheduled_end, t.first_in, t.last_out, t.worked_min, t.late_min, t.early_min, t.overtime_min, t.overtime_approved_min,
  (select a.status from hr_appeal a where a.attendance_id = t.id order by a.id desc limit 1) as appeal`

const tables = sql`hr_attendance t left join hr_shift s on s.id = t.shift_id`

function toLine({ zone, scheduled_start, scheduled_end, first_in, last_out, ...row }: Row): AttendanceLine {
  return {
    ...row,
    start_time: toTime(scheduled_start, zone),
    end_time: toTime(scheduled_end, zone),
    in_time: toTime(first_in, zone),
    out_time: toTime(last_out, zone),
  }
}

/** The attendance of an employee in a span of dates, the latest day first. */
export async function listAttendance(ctx: Ctx, employeeId: number, { from, to }: { from: string; to: string }): Promise<AttendanceLine[]> {
  const zone = (await readEmployee(ctx.kernel.db, ctx, employeeId))?.zone ?? getShopZone(ctx)
  const rows = await ctx.kernel.db.rows<Omit<Row, 'zone'>>(sql`
    select ${lineColumns} from ${tables} where t.employee_id = ${employeeId} and t.work_date between ${from}::date and ${to}::date
    order by t.work_date desc, t.scheduled_start desc, t.id desc`)
  return rows.map((row) => toLine({ ...row, zone }))
}

type ViewRow = Row & {
  version: number
  employee: AttendanceView['employee']
  window_start: string
  window_end: string
  scheduled_min: number
  break_min: number
  corrected_status: string | null
  correction_reason: string
  locked_by: string | null
  rules: Record<string, unknown> | null
  is_open: boolean
}

const ruleNames = [
  'work_calc',
  'break_minutes',
  'paid_break',
  'late_grace_min',
  'early_grace_min',
  'half_day_below_min',
  'absent_below_min',
] as const

/** A day with the punches and rules its figures come from; undefined when there is none. The caller checks who may see it. */
export async function readAttendanceView(ctx: Ctx, id: number): Promise<AttendanceView | undefined> {
  const { db, settings } = ctx.kernel
  const stored = await db.one<Omit<ViewRow, 'zone' | 'employee'> & { employee_id: number }>(sql`
    select ${lineColumns}, t.version, t.employee_id, t.window_start,
      t.window_end, t.scheduled_min, t.break_min, t.corrected_status, t.correction_reason, t.locked_by, to_jsonb(s) as rules,
      exists (select 1 from hr_appeal a where a.attendance_id = t.id and a.status in ('draft', 'pending')) as is_open
    from ${tables} where t.id = ${id}`)
  const info = stored && (await readEmployee(db, ctx, stored.employee_id))
  if (!info) return undefined
  const { employee_id, ...found } = stored
  const row: ViewRow = { ...found, zone: info.zone, employee: { id: employee_id, name: info.name, staff_no: info.staff_no } }
  const { zone, corrected_status, locked_by, rules, is_open, version, employee, window_start, window_end, ...line } = row
  const { overtime_tolerance_min, overtime_round_min } = settings.of(attendanceSettings)
  // Who may read the day does not always read appeals, whose documents can be medical.
  const withDocuments = isOwnEmployee(ctx, info) || hasPermission(ctx.actor, 'get hr appeal')
  const [punches, appeals] = await Promise.all([readPunches(db, row), readAppeals(ctx, id, { zone, withDocuments })])
  return {
    ...toLine({ ...line, zone }),
    scheduled_min: row.scheduled_min,
    break_min: row.break_min,
    correction_reason: row.correction_reason,
    version,
    employee,
    time_zone: zone,
    window: { from: toLocalTime(Date.parse(window_start), zone), to: toLocalTime(Date.parse(window_end), zone) },
    window_start,
    window_end,
    corrected: corrected_status !== null,
    locked: locked_by !== null,
    rules: rules === null ? null : (Object.fromEntries(ruleNames.map((name) => [name, rules[name]])) as AttendanceView['rules']),
    overtime_tolerance_min,
    overtime_round_min,
    punches,
    appeals,
    obstacle: findObstacle(ctx, { work_date: row.work_date, zone, locked_by, is_open }),
  }
}

type PunchRow = Omit<AttendanceView['punches'][number], 'time' | 'date' | 'in_window'> & { at: string }

/** Punches in the window of a day, and further ones of its date. */
async function readPunches(db: Db, day: ViewRow): Promise<AttendanceView['punches']> {
  const rows = await db.rows<PunchRow>(sql`
    select id, at, direction, source, outside, distance_m, voided_at is not null as voided, void_reason from hr_punch
    where employee_id = ${day.employee.id} and (at between ${day.window_start}::timestamptz and ${day.window_end}::timestamptz
      or (at at time zone ${day.zone})::date = ${day.work_date}::date) order by at, id limit 200`)
  return rows.map(({ at, ...punch }) => ({
    ...punch,
    time: toLocalTime(Date.parse(at), day.zone),
    date: toLocalDate(Date.parse(at), day.zone),
    in_window: at >= day.window_start && at <= day.window_end,
  }))
}

type AppealRow = Omit<AttendanceView['appeals'][number], 'in_time' | 'out_time' | 'approver' | 'document'> & {
  requested_in: string | null
  requested_out: string | null
  approver_id: number | null
  path: string
  file_name: string
}

/** The appeals of a day, the latest first. Documents have signed URLs that expire after some minutes. */
async function readAppeals(
  { kernel }: Ctx,
  id: number,
  { zone, withDocuments }: { zone: string; withDocuments: boolean },
): Promise<AttendanceView['appeals']> {
  const rows = await kernel.db.rows<AppealRow>(sql`
    select id, status, reason, requested_in, requested_out, requested_status, approver_id, decided_at, decision_note, created_at,
      document_path as path, document_name as file_name
    from hr_appeal where attendance_id = ${id} order by id desc limit 50`)
  const ids = rows.flatMap(({ approver_id }) => (approver_id === null ? [] : [approver_id]))
  const approvers = ids.length > 0 ? await kernel.query(account).whereIn('id', ids) : []
  return rows.map(({ requested_in, requested_out, approver_id, path, file_name, ...appeal }) => ({
    ...appeal,
    in_time: toTime(requested_in, zone),
    out_time: toTime(requested_out, zone),
    approver: approvers.find((approver) => approver.id === approver_id)?.name ?? null,
    document: withDocuments && path !== '' ? { name: file_name, url: signedPath(kernel.config, path) } : null,
  }))
}
