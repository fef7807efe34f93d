/** Public exports of this plugin. */
export { type AttendanceStatus, type DayKind, type ReasonCode } from './domain/rules.ts'
export { ATTENDANCE_LOCKED } from './errors.ts'
export { hrAttendance } from './resources/attendance.ts'
export { hrShift } from './resources/shift.ts'
export { hrShiftAssignment } from './resources/shift-assignment.ts'
export { type AttendanceRecord, lockAttendance, readAttendance, unlockAttendance } from './services/lock-attendance.ts'
export { attendanceSettings } from './settings.ts'
