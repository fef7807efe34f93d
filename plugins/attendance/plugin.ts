import { contribute, contributeAll, definePlugin, extendResource, handleJob, scheduleJob } from 'stoa'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { hrEmployee, WORK_SCHEDULES } from 'stoa/plugins/hr'
import { NOTICE_KINDS } from 'stoa/plugins/notes'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { checks } from './checks.ts'
import { hrAppeal } from './resources/appeal.ts'
import { APPROVE_OVERTIME, hrAttendance } from './resources/attendance.ts'
import { hrKiosk, PAIR_KIOSK } from './resources/kiosk.ts'
import { hrPunch } from './resources/punch.ts'
import { hrShift } from './resources/shift.ts'
import { hrShiftAssignment } from './resources/shift-assignment.ts'
import { hrSite } from './resources/site.ts'
import { adminRoutes } from './routes/admin.ts'
import { kioskRoutes } from './routes/kiosk.ts'
import { rosterRoutes } from './routes/roster.ts'
import { selfRoutes } from './routes/self.ts'
import { seedAttendance } from './seed.ts'
import { shiftsOnCalendar } from './services/calendar-source.ts'
import { APPEAL_APPROVED, APPEAL_REJECTED, APPEAL_SUBMITTED, UPDATE_ATTENDANCE } from './services/decide-appeal.ts'
import { PIN_LOCKED } from './services/kiosk/kiosk-punch.ts'
import { RESET_PIN, resetPin } from './services/kiosk/own-pin.ts'
import { attendancePersonalData } from './services/personal-data.ts'
import { computeMissedDays, computeOpenDays, RECOMPUTE, recompute } from './services/recalculate.ts'
import { ROSTER_CHANGED, ROSTER_PUBLISHED } from './services/roster/notify-roster.ts'
import { rosterSchedule } from './services/work-schedule.ts'
import { attendanceSettings } from './settings.ts'

const all = (resource: string) =>
  ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} ${resource}`)

const view = [
  'hr employee',
  'hr department',
  'hr holiday calendar',
  'hr holiday',
  'hr shift',
  'hr shift assignment',
  'hr punch',
  'hr attendance',
  'hr appeal',
].map((resource) => `get ${resource}`)

/** Shifts, the roster, punches, attendance and appeals. */
export default definePlugin({
  id: 'attendance',
  requires: ['hr', 'people'],
  after: ['calendar', 'notes'],
  settings: [attendanceSettings],
  resources: [hrShift, hrShiftAssignment, hrSite, hrPunch, hrAttendance, hrAppeal, hrKiosk],
  extend: [extendResource(hrEmployee, { actions: { reset_kiosk_pin: { needs: RESET_PIN, confirm: true, run: resetPin } } })],
  permissions: [UPDATE_ATTENDANCE, APPROVE_OVERTIME, 'import hr punch', PAIR_KIOSK, RESET_PIN],
  presets: {
    'attendance.viewer': view,
    'attendance.manager': [
      'attendance.viewer',
      'get hr site',
      ...['hr shift', 'hr shift assignment', 'hr site'].flatMap(all),
      ...['publish hr shift assignment', 'cancel hr shift assignment'],
      ...['import hr punch', 'export hr punch', 'void hr punch'],
      ...[UPDATE_ATTENDANCE, APPROVE_OVERTIME, 'export hr attendance', 'recalculate hr attendance'],
      ...['get hr kiosk', 'create hr kiosk', 'update hr kiosk', 'destroy hr kiosk', 'batch destroy hr kiosk'],
      ...[PAIR_KIOSK, 'unpair hr kiosk', RESET_PIN],
      ...['approve hr appeal', 'reject hr appeal', 'export hr appeal'],
    ],
  },
  contributions: [
    contribute(WORK_SCHEDULES, 'roster', rosterSchedule),
    contribute(CALENDAR_SOURCES, 'shifts', shiftsOnCalendar),
    contribute(PERSONAL_DATA, 'attendance', attendancePersonalData, { order: 20 }),
    ...contributeAll(NOTICE_KINDS, {
      [APPEAL_SUBMITTED]: { text: 'attendance:notice.submitted' },
      [APPEAL_APPROVED]: { text: 'attendance:notice.approved' },
      [APPEAL_REJECTED]: { text: 'attendance:notice.rejected' },
      [ROSTER_PUBLISHED]: { text: 'attendance:notice.roster_published' },
      [ROSTER_CHANGED]: { text: 'attendance:notice.roster_changed' },
      [PIN_LOCKED]: { text: 'attendance:notice.pin_locked' },
    }),
  ],
  adminRoutes: [...adminRoutes, ...rosterRoutes, ...selfRoutes, ...kioskRoutes],
  jobs: [handleJob(RECOMPUTE, recompute), scheduleJob('attendance/open-days', '*/15 * * * *', computeOpenDays)],
  catchUp: computeMissedDays,
  checks,
  seed: seedAttendance,
  admin: {
    menu: [
      { section: 'team', resource: 'hr_attendance', icon: 'id-number', order: 26, queue: { status: 'abnormal,absent' } },
      { section: 'team', resource: 'hr_appeal', icon: 'chat', order: 27, under: 'hr_attendance', queue: { status: 'pending' } },
      { section: 'team', resource: 'hr_punch', icon: 'mobile-phone', order: 28, under: 'hr_attendance' },
      { section: 'team', resource: 'hr_kiosk', icon: 'mobile-phone', order: 29, under: 'hr_attendance' },
      { section: 'team', resource: 'hr_shift', icon: 'time', order: 30 },
      {
        section: 'team',
        to: 'shift/roster',
        label: 'attendance:menu.roster',
        needs: 'get hr shift assignment & get hr shift & get hr employee',
        icon: 'calendar',
        order: 34,
        under: 'hr_shift',
      },
      { section: 'team', resource: 'hr_shift_assignment', icon: 'calendar', order: 35, under: 'hr_shift' },
      { section: 'team', resource: 'hr_site', icon: 'globe', order: 40, area: 'team' },
    ],
    screens: [
      { path: 'attendance/view/$id', screen: 'attendance/view', needs: 'get hr attendance' },
      { path: 'shift/roster', screen: 'attendance/roster', needs: 'get hr shift assignment & get hr shift & get hr employee' },
      { path: 'my-attendance', screen: 'attendance/my-attendance', open: true },
      { path: 'my-attendance/view/$id', screen: 'attendance/my-day', open: true },
      { path: 'my-attendance/appeal/$id', screen: 'attendance/my-appeal', open: true },
    ],
    slots: [
      { at: 'my-work', screen: 'attendance/punch-card' },
      { at: 'hr_kiosk.form.side', screen: 'attendance/pair-kiosk', needs: 'pair hr kiosk' },
      { at: 'hr_punch.list.actions', screen: 'attendance/import-punches', needs: 'import hr punch' },
      { at: 'hr_attendance.list.actions', screen: 'attendance/recalculate', needs: 'recalculate hr attendance' },
    ],
  },
})
