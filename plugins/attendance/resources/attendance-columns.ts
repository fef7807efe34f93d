import { f } from 'stoa'
import { attendanceStatuses, dayKinds, reasonCodes } from '../domain/rules.ts'

const fixed = { readOnly: true } as const
const minutes = { default: 0, ...fixed }

/** Columns of an attendance, for statements that write it. */
export const attendanceColumns = {
  name: 'hr_attendance',
  internal: {},
  fields: {
    employee_id: f.one('hr_employee', { ...fixed, list: 1, filter: true }),
    work_date: f.date({ ...fixed, list: 2, sort: true, filter: true }),
    shift_id: f.maybe(f.one('hr_shift', { ...fixed, list: 3, filter: true })),
    status: f.pick(attendanceStatuses, { default: 'pending', ...fixed, list: 4, filter: true, widget: 'status' }),
    reasons: f.picks(reasonCodes, { default: [], ...fixed, list: 5, filter: true }),
    day_kind: f.pick(dayKinds, { default: 'work', ...fixed, list: 6, filter: true }),
    first_in: f.maybe(f.instant(fixed)),
    last_out: f.maybe(f.instant(fixed)),
    worked_min: f.duration({ ...minutes, list: 9 }),
    late_min: f.duration({ ...minutes, list: 10 }),
    early_min: f.duration({ ...minutes, list: 11 }),
    overtime_min: f.duration({ ...minutes, list: 12 }),
    overtime_approved_min: f.duration({ ...minutes, list: 13 }),
    break_min: f.duration(minutes),
    scheduled_min: f.duration(minutes),
    scheduled_start: f.maybe(f.instant(fixed)),
    scheduled_end: f.maybe(f.instant(fixed)),
    window_start: f.instant(fixed),
    window_end: f.instant(fixed),
    corrected_status: f.maybe(f.pick(['present'], fixed)),
    correction_reason: f.text({ default: '', ...fixed }),
    locked_by: f.maybe(f.text({ ...fixed, filter: true })),
  },
}
