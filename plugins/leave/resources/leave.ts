import { Type } from '@sinclair/typebox'
import { defineResource, f } from 'stoa'
import { leaveStatuses, leaveTransitions } from '../domain/statuses.ts'
import {
  approveLeave,
  assertMayCancel,
  assertMayDecide,
  cancelLeave,
  endorseLeave,
  lockLeave,
  recordDecision,
} from '../services/decide-leave.ts'
import { leaveScope } from '../services/leave-scope.ts'

const fixed = { form: false } as const
const note = f.area({ maxLength: 2_000 })

/** A leave of an employee. Code creates it from a request; people change its status only. */
export const hrLeave = defineResource({
  name: 'hr_leave',
  path: 'leave',
  label: 'number',
  match: 'number',
  verbs: ['get', 'export'],
  sortBy: '-start_date',
  locked: true,
  listStamps: false,
  scope: leaveScope,
  transfer: false,
  fields: {
    number: f.text({ ...fixed, unique: true, list: 1, search: true, maxLength: 40 }),
    employee_id: f.one('hr_employee', { ...fixed, list: 2, filter: true }),
    type_id: f.one('hr_leave_type', { ...fixed, list: 3, filter: true }),
    start_date: f.date({ ...fixed, list: 4, sort: true, filter: true }),
    end_date: f.date({ ...fixed, list: 5, sort: true, filter: true }),
    start_half: f.pick(['full', 'pm'], { ...fixed, default: 'full' }),
    end_half: f.pick(['full', 'am'], { ...fixed, default: 'full' }),
    hours: f.maybe(f.decimal({ ...fixed, min: 0.01, max: 24 })),
    days: f.decimal({ ...fixed, default: '0', list: 6, sort: true }),
    days_detail: f.json<Record<string, number>>({ ...fixed, default: {}, shape: Type.Object({}), sheet: false }),
    paid_fraction: f.maybe(f.decimal({ ...fixed, sheet: false })),
    reason: f.area({ ...fixed, default: '', maxLength: 2_000 }),
    document: f.maybe(f.privateFile({ ...fixed, accept: ['picture', 'pdf'] })),
    // For the employee, who cannot read the row as staff do.
    document_path: f.text({ ...fixed, default: '', sheet: false }),
    document_name: f.text({ ...fixed, default: '', sheet: false }),
    status: f.pick(leaveStatuses, { ...fixed, default: 'draft', readOnly: true, list: 7, filter: true }),
    approval_step: f.pick(['manager', 'hr'], { ...fixed, default: 'manager', list: 8, filter: true }),
    endorsed_by: f.maybe(f.one('account', fixed)),
    endorsed_at: f.maybe(f.instant(fixed)),
    approver_id: f.maybe(f.one('account', { ...fixed, filter: true })),
    decided_at: f.maybe(f.instant(fixed)),
    decision_note: f.text({ ...fixed, default: '', maxLength: 2_000 }),
  },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      submit: { ...leaveTransitions.submit },
      approve: {
        ...leaveTransitions.approve,
        input: { note: f.area({ default: '', maxLength: 2_000 }) },
        guard: async (context) => {
          await lockLeave(context)
          await assertMayDecide(context, 'approve')
        },
        effect: async (context) => {
          await approveLeave(context)
          await recordDecision(context, 'approved')
        },
      },
      reject: {
        ...leaveTransitions.reject,
        input: { note },
        guard: async (context) => {
          await lockLeave(context)
          await assertMayDecide(context, 'reject')
        },
        effect: (context) => recordDecision(context, 'rejected'),
      },
      cancel: {
        ...leaveTransitions.cancel,
        input: { reason: f.area({ default: '', maxLength: 2_000 }) },
        guard: async (context) => {
          await lockLeave(context)
          await assertMayCancel(context)
        },
        effect: cancelLeave,
      },
    },
  },
  actions: {
    endorse: { from: ['pending'], intent: 'primary', run: endorseLeave },
  },
})
