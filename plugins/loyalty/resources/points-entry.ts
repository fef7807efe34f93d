import { column, defineRecord, f } from 'stoa'

/** Why points moved. */
export const entryKinds = ['earn', 'clawback', 'redeem', 'release', 'expire', 'adjust', 'bonus'] as const

const fixed = { readOnly: true } as const

/** A line in the book of somebody's points. Rows are only added, and only where balance and lots change with them. */
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
