import { contribute, definePlugin } from 'stoa'
import { WORK_SCHEDULES } from 'stoa/plugins/hr'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { checks } from './checks.ts'
import { hrShift } from './resources/shift.ts'
import { hrShiftAssignment } from './resources/shift-assignment.ts'
import { attendancePersonalData } from './services/personal-data.ts'
import { rosterSchedule } from './services/work-schedule.ts'

const all = (resource: string) =>
  ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} ${resource}`)

/** Shifts, the roster, punches, attendance and appeals. */
export default definePlugin({
  id: 'attendance',
  requires: ['hr', 'people'],
  after: ['calendar', 'notes'],
  resources: [hrShift, hrShiftAssignment],
  presets: {
    'attendance.viewer': ['hr.viewer', 'get hr shift', 'get hr shift assignment'],
    'attendance.manager': [
      'attendance.viewer',
      ...['hr shift', 'hr shift assignment'].flatMap(all),
      'publish hr shift assignment',
      'cancel hr shift assignment',
    ],
  },
  contributions: [
    contribute(WORK_SCHEDULES, 'roster', rosterSchedule),
    contribute(PERSONAL_DATA, 'attendance', attendancePersonalData, { order: 20 }),
  ],
  checks,
  admin: {
    menu: [
      { section: 'team', resource: 'hr_shift', icon: 'time', order: 30 },
      { section: 'team', resource: 'hr_shift_assignment', icon: 'calendar', order: 35, under: 'hr_shift' },
    ],
  },
})
