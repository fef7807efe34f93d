import { column, defineRecord, f } from 'stoa'

const fixed = { readOnly: true } as const

/** One use of a rule by an order. */
export const usage = defineRecord({
  name: 'promotion_usage',
  events: [],
  internal: { who: column('text[]') },
  label: 'code',
  verbs: ['get', 'export'],
  sortBy: '-id',
  listCreated: true,
  fields: {
    promotion_id: f.one('promotion', { ...fixed, list: 1, filter: true }),
    order_id: f.one('order', { ...fixed, list: 2, filter: true }),
    code: f.maybe(f.text({ ...fixed, list: 3, search: true })),
    coupon_id: f.maybe(f.one('coupon', { ...fixed, filter: true })),
    amount: f.money({ ...fixed, list: 4, sort: true }),
    released_at: f.maybe(f.instant({ ...fixed, list: 5, filter: true })),
  },
})
