import { defineResource, f, ownRowsScope } from 'stoa'

/** Lines of an expense, each with its document. */
export const receipt = defineResource({
  name: 'receipt',
  label: 'label',
  verbs: ['get'],
  match: 'label',
  fields: {
    expense_id: f.one('expense'),
    label: f.text(),
    paper: f.maybe(f.privateFile({ accept: ['picture', 'pdf'] })),
  },
})

/** An expense of a member of staff, with private files in every possible place. */
export const expense = defineResource({
  name: 'expense',
  match: 'title',
  verbs: ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export', 'clone'],
  scope: ownRowsScope('owner_id', { all: 'see all expense' }),
  fields: {
    title: f.text({ list: true, unique: true, search: true }),
    owner_id: f.one('account', { list: true }),
    photo: f.maybe(f.privateFile({ accept: ['picture'], maxBytes: 100 * 1_024, list: true })),
    table: f.maybe(f.privateFile({ accept: ['sheet', 'text'] })),
    contract: f.maybe(f.privateFile({ needs: 'read contract' })),
    receipts: f.rows(receipt, { by: 'expense_id' }),
  },
})
