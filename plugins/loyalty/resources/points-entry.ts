import { column, defineRecord, f } from 'stoa'

/** Types of points entries. */
export const entryKinds = ['earn', 'clawback', 'redeem', 'release', 'expire', 'adjust', 'bonus'] as const

const fixed = { readOnly: true } as const

/** An entry of the points ledger. Append-only; balance and lots change in the same transaction. */
export const pointsEntry = defineRecord({
  name: 'points_entry',
  events: [],
  internal: { key: column('text') },
  verbs: ['get', 'export'],
  sortBy: '-id',
  listCreated: true,
  audit: false,
  fields: {
    person_id: f.one('person', { ...fixed, list: 1, filter: true }),
    kind: f.pick(entryKinds, { ...fixed, list: 2, filter: true }),
    points: f.int({ ...fixed, list: 3, sort: true }),
    balance_after: f.int({ ...fixed, list: 4 }),
    order_id: f.maybe(f.one('order', { ...fixed, list: 5, filter: true })),
    remark: f.text({ ...fixed, default: '', list: 6, search: true }),
    actor_name: f.text({ ...fixed, default: '', list: 7, filter: true }),
  },
})
