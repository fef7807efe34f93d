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
  document: t.maybe(t.object({ name: t.text(), url: t.text('Expires after some minutes.') })),
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

const rosterCell = t.object({
  date: t.day(),
  is_employed: t.flag(),
  shifts: t.list(
    t.object({ shift_id: t.id(), is_published: t.flag(), is_single: t.flag('An assignment of this day alone, not of a longer period.') }),
  ),
  holiday: t.maybe(t.text('Title of the holiday.')),
  away: t.maybe(t.object({ is_whole_day: t.flag(), kind: t.maybe(t.text('Kind of the absence, for those who may see it.')) })),
})
export type RosterCell = Shape<typeof rosterCell>

const rosterRow = t.object({
  id: t.id(),
  name: t.text(),
  staff_no: t.text(),
  minutes: t.int('Planned in the week, without unpaid breaks.'),
  cells: t.list(rosterCell),
})
export type RosterRow = Shape<typeof rosterRow>

/** A page of the roster of a week. Totals and coverage are those of all employees of the filter. */
export const RosterWeek = t.object({
  from: t.day(),
  today: t.day(),
  page: t.int(),
  page_size: t.int(),
  total: t.int('Employees of the filter.'),
  drafts: t.int('Assignments of the week that are not published.'),
  shifts: t.list(
    t.object({
      id: t.id(),
      name: t.text(),
      start: t.text(),
      end: t.text(),
      colour: t.text(),
      enabled: t.flag(),
      counts: t.list(t.int('Employees of the shift, by day.')),
    }),
  ),
  days: t.list(t.object({ date: t.day(), minutes: t.int(), people: t.int() })),
  rows: t.list(rosterRow),
})
export type RosterWeek = Shape<typeof RosterWeek>

const conflicts = t.list(
  t.object({
    employee_id: t.id(),
    employee: t.text(),
    date: t.day(),
    reason: t.text(),
  }),
)

/** Whether changes of the roster were made, and why not. */
export const RosterChange = t.object({ applied: t.flag(), conflicts })
export type RosterChange = Shape<typeof RosterChange>

/** What the copy of a week wrote. */
export const RosterCopy = t.object({
  applied: t.flag(),
  conflicts,
  copied: t.list(t.object({ employee_id: t.id(), date: t.day(), shift_ids: t.list(t.id()) })),
})
export type RosterCopy = Shape<typeof RosterCopy>

/** What was published. */
export const RosterPublication = t.object({ assignments: t.int(), employees: t.int() })
export type RosterPublication = Shape<typeof RosterPublication>

/** The published shifts of the caller in this week and the next. */
export const OwnRoster = t.object({
  today: t.day(),
  weeks: t.list(
    t.object({
      from: t.day(),
      days: t.list(
        t.object({
          date: t.day(),
          shifts: t.list(
            t.object({ name: t.text(), start: t.text(), end: t.text(), minutes: t.int('Working time without the unpaid break.') }),
          ),
          holiday: t.maybe(t.text()),
          is_away: t.flag('Approved absence on the day.'),
        }),
      ),
    }),
  ),
})
export type OwnRoster = Shape<typeof OwnRoster>

/** A pairing code, in the only answer that contains it. */
export const KioskPairingCode = t.object({ code: t.text('Such as K7QM-4XWZ.'), expires_at: t.dateTime() })
export type KioskPairingCode = Shape<typeof KioskPairingCode>

/** Whether a browser is a paired kiosk, and the time of the server for its clock. */
export const KioskStatus = t.object({
  kiosk: t.maybe(t.object({ name: t.text(), site: t.maybe(t.text()) })),
  now: t.dateTime(),
  time_zone: t.text(),
})
export type KioskStatus = Shape<typeof KioskStatus>

/** A punch at a kiosk: all that the screen of a shared tablet shows. */
export const KioskPunch = t.object({
  name: t.text(),
  time: t.text('Time on the clock of the employee, such as 09:30.'),
  direction: t.pick(['in', 'out', 'auto']),
})
export type KioskPunch = Shape<typeof KioskPunch>

/** When the caller set the kiosk PIN. */
export const OwnKioskPin = t.object({ set_at: t.maybe(t.dateTime()) })
export type OwnKioskPin = Shape<typeof OwnKioskPin>
