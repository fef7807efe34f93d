import { type Shape, t } from 'stoa'
import { attendanceStatuses, dayKinds, reasonCodes } from './domain/rules.ts'

/** What the import of a punch file adds: planned in a dry run, done otherwise. */
export const PunchImport = t.object({
  format: t.pick(['csv', 'dat']),
  dry_run: t.flag(),
  added: t.int('Punches to add, or added.'),
  employees: t.int('Employees they belong to.'),
  repeated: t.int('Punches that are stored already, or within seconds of another one.'),
  error_count: t.int(),
  errors: t.list(t.object({ line: t.int(), reason: t.text() })),
})
export type PunchImport = Shape<typeof PunchImport>

/** The result of a recalculation. */
export const Recalculation = t.object({ employees: t.int(), changed: t.int('Days whose attendance changed.') })
export type Recalculation = Shape<typeof Recalculation>

/** A punch of the caller. */
export const OwnPunch = t.object({
  id: t.id(),
  at: t.dateTime(),
  time: t.text('Time on the clock of the employee, such as 09:30.'),
  direction: t.pick(['in', 'out', 'auto']),
  outside: t.flag('Outside the radius of all sites.'),
  distance_m: t.maybe(t.int('Metres to the nearest site.')),
})
export type OwnPunch = Shape<typeof OwnPunch>

/** A day of attendance in a list. Times are those of the employee's clock, amounts are minutes. */
export const AttendanceLine = t.object({
  id: t.id(),
  work_date: t.day(),
  shift: t.maybe(t.text()),
  status: t.pick(attendanceStatuses),
  reasons: t.list(t.pick(reasonCodes)),
  day_kind: t.pick(dayKinds),
  start_time: t.maybe(t.text()),
  end_time: t.maybe(t.text()),
  in_time: t.maybe(t.text()),
  out_time: t.maybe(t.text()),
  worked_min: t.int(),
  late_min: t.int(),
  early_min: t.int(),
  overtime_min: t.int(),
  overtime_approved_min: t.int(),
  appeal: t.maybe(t.text('Status of the latest appeal.')),
})
export type AttendanceLine = Shape<typeof AttendanceLine>

/** The attendance of the caller in a month, and the punches of today. */
export const OwnAttendance = t.object({
  month: t.text(),
  today: t.day(),
  time_zone: t.text(),
  next: t.pick(['in', 'out']),
  punches: t.list(OwnPunch),
  days: t.list(AttendanceLine),
})
export type OwnAttendance = Shape<typeof OwnAttendance>

/** A punch in the view of a day. */
const DayPunch = t.object({
  id: t.id(),
  time: t.text(),
  date: t.day(),
  direction: t.pick(['in', 'out', 'auto']),
  source: t.pick(['web', 'kiosk', 'import', 'admin']),
  outside: t.flag(),
  distance_m: t.maybe(t.int()),
  in_window: t.flag('Whether the punch lies in the window of the day.'),
  voided: t.flag(),
  void_reason: t.text(),
})

const AppealLine = t.object({
  id: t.id(),
  status: t.text(),
  reason: t.text(),
  in_time: t.maybe(t.text()),
  out_time: t.maybe(t.text()),
  requested_status: t.maybe(t.text()),
  approver: t.maybe(t.text()),
  decided_at: t.maybe(t.dateTime()),
  decision_note: t.text(),
  created_at: t.dateTime(),
})

/** A day of attendance with the punches and rules its figures come from. */
export const AttendanceView = t.object({
  ...AttendanceLine.properties,
  version: t.int(),
  employee: t.object({ id: t.id(), name: t.text(), staff_no: t.text() }),
  time_zone: t.text(),
  window: t.object({ from: t.text(), to: t.text() }),
  window_start: t.dateTime(),
  window_end: t.dateTime(),
  scheduled_min: t.int(),
  break_min: t.int(),
  corrected: t.flag('Accepted as present by a correction.'),
  correction_reason: t.text(),
  locked: t.flag(),
  rules: t.maybe(
    t.object({
      work_calc: t.pick(['first_last', 'pairs']),
      break_minutes: t.int(),
      paid_break: t.flag(),
      late_grace_min: t.int(),
      early_grace_min: t.int(),
      half_day_below_min: t.int(),
      absent_below_min: t.int(),
    }),
  ),
  overtime_tolerance_min: t.int(),
  overtime_round_min: t.int(),
  punches: t.list(DayPunch),
  appeals: t.list(AppealLine),
  obstacle: t.maybe(t.pick(['locked', 'open', 'future', 'window'])),
})
export type AttendanceView = Shape<typeof AttendanceView>
