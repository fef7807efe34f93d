import { contribute, definePlugin } from 'stoa'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { checks } from './checks.ts'
import { hrDepartment } from './resources/department.ts'
import { hrEmployee } from './resources/employee.ts'
import { hrHoliday } from './resources/holiday.ts'
import { hrHolidayCalendar } from './resources/holiday-calendar.ts'
import { adminRoutes } from './routes/admin.ts'
import { selfRoutes } from './routes/self.ts'
import { seedTeam } from './seed.ts'
import { ABSENCE_SOURCES } from './services/absences.ts'
import { holidaysOnCalendar } from './services/calendar-source.ts'
import { employeePersonalData } from './services/personal-data.ts'
import { SEE_ALL, LINK_OWN, SEE_BANK } from './services/team-scope.ts'
import { WORK_SCHEDULES } from './services/work-days.ts'
import { employeeSettings } from './settings.ts'

const all = (resource: string) =>
  ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} ${resource}`)

/** Employees, departments and holiday calendars. */
export default definePlugin({
  id: 'hr',
  requires: ['people'],
  after: ['calendar', 'staff'],
  extensionPoints: [WORK_SCHEDULES, ABSENCE_SOURCES],
  settings: [employeeSettings],
  resources: [hrHolidayCalendar, hrHoliday, hrDepartment, hrEmployee],
  permissions: [SEE_ALL, SEE_BANK, LINK_OWN],
  presets: {
    'hr.viewer': ['get hr employee', 'get hr department', 'get hr holiday calendar', 'get hr holiday'],
    'hr.manager': [
      'hr.viewer',
      SEE_ALL,
      SEE_BANK,
      ...['hr employee', 'hr department', 'hr holiday calendar', 'hr holiday'].flatMap(all),
      ...['publish hr holiday', 'unpublish hr holiday'],
      ...['publish hr holiday calendar', 'unpublish hr holiday calendar', 'substitute hr holiday calendar'],
    ],
  },
  contributions: [contribute(CALENDAR_SOURCES, 'holidays', holidaysOnCalendar), contribute(PERSONAL_DATA, 'hr', employeePersonalData)],
  adminRoutes: [...adminRoutes, ...selfRoutes],
  checks,
  seed: seedTeam,
  admin: {
    sections: [{ id: 'team', order: 90, icon: 'people' }],
    menu: [
      { section: 'team', resource: 'hr_employee', icon: 'people', order: 10 },
      { section: 'team', resource: 'hr_department', icon: 'tree', order: 15, under: 'hr_employee' },
      { section: 'team', resource: 'hr_holiday', icon: 'calendar', order: 20 },
      { section: 'team', resource: 'hr_holiday_calendar', icon: 'globe', order: 25, under: 'hr_holiday' },
    ],
    screens: [{ path: 'my-work', screen: 'hr/my-work', open: true }],
    slots: [
      { at: 'shell.account', screen: 'hr/account-menu' },
      { at: 'hr_holiday_calendar.form.main', screen: 'hr/import-holidays', needs: 'import hr holiday' },
    ],
  },
})
