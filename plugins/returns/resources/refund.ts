import { column, defineRecord, f } from 'stoa'
import { refundTransitions, refundStatuses } from '../domain/statuses.ts'
import { addReasons } from 'stoa/plugins/sales'

const fixed = { readOnly: true } as const

/** Refund of an order line. */
export const refundLine = defineRecord({
  name: 'refund_line',
  events: ['order.refunded'],
  verbs: [],
  label: 'quantity',
  fields: {
    refund_id: f.one('refund', { ...fixed, sheet: false }),
    order_line_id: f.one('order_line', fixed),
    quantity: f.int(fixed),
    amount: f.money(fixed),
  },
})

/** A refund of order lines, shipping, or both. */
export const refund = defineRecord({
  name: 'refund',
  events: ['order.refunded'],
  internal: { return_id: column('bigint'), approved_by: column('bigint') },
  label: 'number',
  match: 'number',
  verbs: ['get', 'export'],
  sortBy: '-id',
  locked: true,
  listCreated: true,
  fields: {
    number: f.text({ ...fixed, list: 1, search: true, unique: true }),
    order_id: f.one('order', { ...fixed, list: 2, filter: true }),
    amount: f.money({ ...fixed, list: 3, sort: true }),
    shipping: f.money(fixed),
    currency: f.text({ ...fixed, list: 4 }),
    method: f.pick(['original', 'cash', 'exchange'], { ...fixed, list: 5, filter: true }),
    reason: f.text(fixed),
    failure: f.text(fixed),
    requested_by: f.maybe(f.one('account', fixed)),
    status: f.pick(refundStatuses, { ...fixed, list: 6, filter: true, widget: 'status' }),
    lines: f.rows(refundLine, { by: 'refund_id', readOnly: true }),
  },
  states: { field: 'status', initial: 'pending', transitions: addReasons(refundTransitions) },
})
