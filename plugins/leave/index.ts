/** Public exports of this plugin. */
export { findLeaveYear, type LeaveYear, type LeaveYearRule } from './domain/leave-year.ts'
export { hrLeave } from './resources/leave.ts'
export { hrLeaveType } from './resources/leave-type.ts'
export { type Balance, readBalances } from './services/balances.ts'
export { leaveSettings, readLeaveYearRule } from './settings.ts'
