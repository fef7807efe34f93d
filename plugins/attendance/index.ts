/** Public exports of this plugin. */
export { hrShift } from './resources/shift.ts'
export { hrShiftAssignment } from './resources/shift-assignment.ts'
