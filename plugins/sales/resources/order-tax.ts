import { defineRecord, f } from 'stoa'

const fixed = { readOnly: true } as const

/** A tax included in the price of an order: of one of its lines or, without a line, of shipping. */
export const orderTax = defineRecord({
  name: 'order_tax',
  events: ['order.placed', 'order.changed'],
  verbs: [],
  label: 'code',
  fields: {
    order_id: f.one('order', { ...fixed, sheet: false }),
    order_line_id: f.maybe(f.one('order_line', { ...fixed, sheet: false })),
    code: f.text(fixed),
    label: f.text(fixed),
    rate: f.decimal(fixed),
    amount: f.money(fixed),
  },
})
