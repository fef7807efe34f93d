import { Type } from '@sinclair/typebox'
import { defineResource, f, message, validationError, type ValidatedInput } from 'stoa'
import { lockShifts, refuseAssignmentOverlap } from '../services/shift-conflicts.ts'
import { createTeamScope } from 'stoa/plugins/hr'

const fields = {
  employee_id: f.one('hr_employee', { list: 1, filter: true }),
  shift_id: f.one('hr_shift', { list: 2, filter: true }),
  start_date: f.date({ list: 3, sort: true, filter: true }),
  end_date: f.maybe(f.date({ list: 4, sort: true, filter: true })),
  weekdays: f.weekdays(),
  excluded_dates: f.json<string[]>({
    default: [],
    form: false,
    sheet: false,
    shape: Type.Array(Type.String({ format: 'day' }), { maxItems: 1_000 }),
    clean: (dates) => (Array.isArray(dates) ? [...new Set(dates.map(String))].toSorted() : []),
  }),
  status: f.pick(['draft', 'published', 'canceled'], { default: 'draft', readOnly: true, list: 5, filter: true }),
}

async function checkAssignment({ tx, input, old }: ValidatedInput<typeof fields>): Promise<void> {
  if (old?.status === 'canceled') throw validationError({ status: message('attendance:error.assignment_canceled') })
  const { start_date, end_date, shift_id } = { ...old, ...input }
  if (start_date && end_date && end_date < start_date) throw validationError({ end_date: message('attendance:error.end_date') })
  if (shift_id) await lockShifts(tx, [shift_id])
}

/** A shift of an employee on the days of a period. Only published assignments count for work days and attendance. */
export const hrShiftAssignment = defineResource({
  name: 'hr_shift_assignment',
  path: 'shift/assignment',
  label: 'start_date',
  sortBy: '-start_date',
  locked: true,
  scope: createTeamScope('employee_id'),
  sheet: { key: ['employee_id', 'shift_id', 'start_date'] },
  fields,
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      publish: { from: ['draft'], to: 'published', intent: 'success' },
      cancel: { from: ['draft', 'published'], to: 'canceled', intent: 'danger', confirm: true },
    },
  },
  hooks: { validate: checkAssignment, afterSave: refuseAssignmentOverlap },
  transfer: { status: true, after: ['hr_shift', 'hr_employee'] },
})
