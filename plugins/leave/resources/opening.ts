import { defineResource, type DeleteContext, f, message, type SavedRecord, sql, validationError, type ValidatedInput } from 'stoa'
import { isCountable } from '../domain/dates.ts'
import { roundDays } from '../domain/figures.ts'
import { exportBalances } from '../services/export-balances.ts'
import { addOpeningBalance, undoOpeningBalance } from '../services/opening-balance.ts'
import { createTeamScope } from 'stoa/plugins/hr'

const fields = {
  employee_id: f.one('hr_employee', { list: 1, filter: true }),
  type_id: f.one('hr_leave_type', { list: 2, filter: true }),
  days: f.decimal({ min: -9_999, max: 9_999, list: 3 }),
  valid_from: f.date({ list: 4, sort: true, filter: true }),
  valid_to: f.maybe(f.date({ list: 5, sort: true })),
  note: f.text({ default: '', maxLength: 500, list: 6, search: true }),
  reference: f.text({ unique: true, maxLength: 240, list: 7, search: true }),
}

function checkValues({ input, old }: ValidatedInput<typeof fields>): void {
  if (old) {
    for (const field of ['employee_id', 'type_id', 'valid_from', 'valid_to', 'note'] as const)
      if (input[field] !== undefined && input[field] !== old[field]) throw validationError({ [field]: message('leave:error.imported') })
    if (input.days !== undefined && Number(input.days) !== Number(old.days))
      throw validationError({ days: message('leave:error.imported') })
    return
  }
  if (roundDays(Number(input.days)) === 0) throw validationError({ days: message('leave:error.no_days') })
  for (const field of ['valid_from', 'valid_to'] as const)
    if (input[field] && !isCountable(input[field])) throw validationError({ [field]: message('leave:error.date_range') })
  if (input.valid_to && input.valid_from && input.valid_to < input.valid_from)
    throw validationError({ valid_to: message('leave:error.valid_to') })
}

/** A leave balance from another system. An imported row adds one row to the ledger; undoing the import reverses it. */
export const hrLeaveOpening = defineResource({
  name: 'hr_leave_opening',
  path: 'leave/opening',
  label: 'reference',
  match: 'reference',
  sortBy: '-id',
  verbs: ['get', 'import', 'export'],
  listCreated: true,
  scope: createTeamScope('employee_id'),
  // What moves to another shop is what is left today, not what was imported.
  transfer: { where: sql`false`, more: exportBalances },
  fields,
  // Other systems name no row of their own for a balance.
  sheet: { composeKey: ['employee_id', 'type_id', 'valid_from'] },
  hooks: {
    validate: checkValues,
    afterSave: async ({ tx, ctx, id, mode, input }: SavedRecord<typeof fields>) => {
      if (mode === 'create') await addOpeningBalance(tx, ctx, id, input)
    },
    afterDelete: ({ tx, ctx, row }: DeleteContext<typeof fields>) => undoOpeningBalance(tx, ctx, row),
  },
})
