import { column, defineRecord, f } from 'stoa'
import { ledgerKinds } from '../domain/ledger-kinds.ts'
import { createTeamScope } from 'stoa/plugins/hr'

const fixed = { readOnly: true, form: false } as const

/**
 * A row of the leave ledger, written by code only and never changed. The balance of an employee on a date is the sum of the rows that
 * are valid on it.
 */
export const hrLeaveLedger = defineRecord({
  name: 'hr_leave_ledger',
  path: 'leave/ledger',
  events: [],
  internal: { key: column('text') },
  label: 'note',
  verbs: ['get', 'export'],
  sortBy: '-id',
  listCreated: true,
  audit: false,
  scope: createTeamScope('employee_id'),
  fields: {
    employee_id: f.one('hr_employee', { ...fixed, list: 1, filter: true }),
    type_id: f.one('hr_leave_type', { ...fixed, list: 2, filter: true }),
    kind: f.pick(ledgerKinds, { ...fixed, list: 3, filter: true }),
    days: f.decimal({ ...fixed, list: 4, sort: true }),
    valid_from: f.date({ ...fixed, list: 5, sort: true, filter: true }),
    valid_to: f.maybe(f.date({ ...fixed, list: 6, sort: true, filter: true })),
    leave_id: f.maybe(f.one('hr_leave', { ...fixed, list: 7, filter: true })),
    source_ledger_id: f.maybe(f.one('hr_leave_ledger', { ...fixed, sheet: false })),
    note: f.text({ ...fixed, default: '', list: 8, search: true }),
    created_by: f.maybe(f.one('account', { ...fixed, list: 9, filter: true })),
  },
})
