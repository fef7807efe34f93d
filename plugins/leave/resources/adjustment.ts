import { defineResource, f } from 'stoa'
import { applyAdjustment, assertNotOwnAdjustment } from '../services/apply-adjustment.ts'
import { createTeamScope } from 'stoa/plugins/hr'

const fixed = { form: false } as const
const needs = 'adjust hr leave balance'

/**
 * A proposal to give back days of an approved leave, because a holiday was added or changed within it, or to take them again (negative
 * days), because a holiday was removed. `days_detail` of the leave is frozen, so history does not change silently.
 */
export const hrLeaveAdjustment = defineResource({
  name: 'hr_leave_adjustment',
  path: 'leave/adjustment',
  label: 'date',
  verbs: ['get', 'export'],
  sortBy: '-id',
  locked: true,
  scope: createTeamScope('employee_id'),
  transfer: false,
  fields: {
    employee_id: f.one('hr_employee', { ...fixed, list: 1, filter: true }),
    leave_id: f.one('hr_leave', { ...fixed, list: 2, filter: true }),
    type_id: f.one('hr_leave_type', { ...fixed, list: 3, filter: true }),
    date: f.date({ ...fixed, list: 4, sort: true, filter: true }),
    days: f.decimal({ ...fixed, list: 5 }),
    holiday_id: f.maybe(f.one('hr_holiday', { ...fixed, list: 6 })),
    status: f.pick(['pending', 'approved', 'rejected'], { ...fixed, default: 'pending', readOnly: true, list: 7, filter: true }),
  },
  states: {
    field: 'status',
    initial: 'pending',
    transitions: {
      approve: { from: ['pending'], to: 'approved', intent: 'success', needs, guard: assertNotOwnAdjustment, effect: applyAdjustment },
      reject: { from: ['pending'], to: 'rejected', intent: 'danger', needs, guard: assertNotOwnAdjustment },
    },
  },
})
