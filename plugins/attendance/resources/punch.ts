import { defineRecord, f } from 'stoa'
import { voidPunch } from '../services/void-punch.ts'
import { punchColumns } from './punch-columns.ts'
import { createTeamScope } from 'stoa/plugins/hr'

/** A punch. It is never edited: a wrong one is voided with a reason, and another one is added. */
export const hrPunch = defineRecord({
  ...punchColumns,
  path: 'punch',
  label: 'at',
  verbs: ['get', 'export'],
  events: [],
  sortBy: '-at',
  listStamps: false,
  scope: createTeamScope('employee_id'),
  actions: {
    void: { intent: 'danger', input: { reason: f.area({ maxLength: 500 }) }, run: voidPunch },
  },
})
