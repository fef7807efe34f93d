/** Public exports of this plugin. */
export { DEFAULT_WORK_MINUTES, type DayHoliday, type DayPart } from './domain/work-day.ts'
export { NO_EMPLOYEE_RECORD, SELF_SERVICE_OFF } from './errors.ts'
export { hrEmployee } from './resources/employee.ts'
export { hrHoliday } from './resources/holiday.ts'
export { type BankDetails, readBankDetails } from './services/bank-details.ts'
export { employeeAccountSql } from './services/employee-account.ts'
export {
  type Absence,
  type AbsenceSource,
  ABSENCE_SOURCES,
  absencesSql,
  type EmployeeQuery,
  readAbsenceKinds,
  readAbsences,
} from './services/absences.ts'
export { employeeHolidaysSql } from './services/employee-holidays.ts'
export { employeeZoneSql } from './services/employee-zone.ts'
export { type EmployeeFilter, employeesSql, type SelectedEmployee } from './services/employees-sql.ts'
export { type OwnEmployee, findOwnEmployee, requireOwnEmployee } from './services/own-employee.ts'
export { isOwnEmployee, isOwnRecord } from './services/own-record.ts'
export { createTeamScope, isInTeam, SEE_ALL, SEE_BANK, withAllEmployees } from './services/team-scope.ts'
export {
  type EmployeeSpan,
  readWorkDays,
  type ScheduledDay,
  type WorkDay,
  WORK_SCHEDULES,
  type WorkSchedule,
} from './services/work-days.ts'
export { employeeSettings } from './settings.ts'
