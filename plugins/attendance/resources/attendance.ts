import { type Ctx, defineRecord, f, type Sql, sql } from 'stoa'
import { approveOvertime } from '../services/approve-overtime.ts'
import { correctAttendance } from '../services/correct-attendance.ts'
import { UPDATE_ATTENDANCE } from '../services/decide-appeal.ts'
import { recalculateRow } from '../services/recalculate.ts'
import { attendanceColumns } from './attendance-columns.ts'
import { createTeamScope, employeeZoneSql } from 'stoa/plugins/hr'

/** Permission to approve overtime. */
export const APPROVE_OVERTIME = 'approve hr attendance overtime'

/** SQL: an instant on the clock of the employee of an attendance `t`. */
const clockSql = (ctx: Ctx, at: Sql): Sql => sql`to_char(${at} at time zone ${employeeZoneSql(ctx, sql`t.employee_id`)}, 'HH24:MI')`

/** The attendance of an employee on a day, for each shift. It is computed from punches, the roster, holidays and absences. */
export const hrAttendance = defineRecord({
  ...attendanceColumns,
  path: 'attendance',
  label: 'work_date',
  verbs: ['get', 'export'],
  events: [],
  sortBy: '-work_date',
  locked: true,
  listStamps: false,
  scope: createTeamScope('employee_id'),
  columns: {
    in_time: { field: f.maybe(f.text({ list: 7 })), read: (ctx) => clockSql(ctx, sql`t.first_in`) },
    out_time: { field: f.maybe(f.text({ list: 8 })), read: (ctx) => clockSql(ctx, sql`t.last_out`) },
  },
  actions: {
    approve_overtime: {
      needs: APPROVE_OVERTIME,
      intent: 'success',
      input: { minutes: f.maybe(f.duration({ max: 1_440 })) },
      run: approveOvertime,
    },
    correct: {
      needs: UPDATE_ATTENDANCE,
      intent: 'warning',
      input: {
        // On the clock of the employee, whose day it is, not of the shop.
        in_time: f.maybe(f.time()),
        out_time: f.maybe(f.time()),
        accept: f.flag({ default: false }),
        reason: f.area({ maxLength: 500 }),
      },
      run: correctAttendance,
    },
    recalculate: { batch: true, run: recalculateRow },
  },
})
