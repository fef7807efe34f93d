import { defineRecord, f, sql } from 'stoa'
import { orderStatuses, orderStatusSql } from 'stoa/plugins/sales'

const fixed = { readOnly: true } as const

/** Items redeemed for points. The status is that of their order. */
export const redemption = defineRecord({
  name: 'redemption',
  events: [],
  verbs: ['get', 'export'],
  sortBy: '-id',
  listCreated: true,
  audit: false,
  fields: {
    person_id: f.one('person', { ...fixed, list: 1, filter: true }),
    stock_id: f.one('stock', { ...fixed, list: 2, filter: true }),
    quantity: f.int({ ...fixed, list: 3, sort: true }),
    points: f.int({ ...fixed, list: 4, sort: true }),
    order_id: f.one('order', { ...fixed, list: 5, filter: true }),
    returned: f.int({ ...fixed, default: 0, list: 7 }),
    returned_at: f.maybe(f.instant({ ...fixed, list: 8, filter: true })),
  },
  columns: {
    status: { field: f.pick(orderStatuses, { list: 6, widget: 'status' }), read: () => orderStatusSql(sql`t.order_id`) },
  },
})
