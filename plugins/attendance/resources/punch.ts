import { defineRecord, f } from 'stoa'
import { voidPunch } from '../services/void-punch.ts'
import { punchColumns } from './punch-columns.ts'
import { employeeScope } from '../services/employee-scope.ts'

/** A punch. It is never edited: a wrong one is voided with a reason, and another one is added. */
export const hrPunch = defineRecord({
  ...punchColumns,
  path: 'punch',
  label: 'at',
  verbs: ['get', 'export'],
  events: [],
  sortBy: '-at',
  listStamps: false,
  scope: employeeScope,
  actions: {
    void: { intent: 'danger', input: { reason: f.area({ maxLength: 500 }) }, run: voidPunch },
  },
})
