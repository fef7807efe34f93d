import { column, defineRecord, f } from 'stoa'

const fixed = { readOnly: true } as const

/**
 * An entry of the ledger of sales: what was sold or refunded on a day, in the base currency. A deferred trigger of the database writes it, so
 * that no writer of orders can forget it; see the migration.
 */
export const salesEntry = defineRecord({
  name: 'sales_entry',
  events: ['order.paid', 'order.changed'],
  verbs: [],
  label: 'kind',
  fields: {
    day: f.date(fixed),
    kind: f.pick(['sale', 'refund'], fixed),
    order_id: f.one('order', { ...fixed, sheet: false }),
    orders: f.int(fixed),
    quantity: f.int(fixed),
    gross: f.money(fixed),
    discount: f.money(fixed),
    net: f.money(fixed),
    shipping: f.money(fixed),
    currency: f.text(fixed),
    amount: f.money(fixed),
  },
  internal: {
    order_line_id: column('bigint'),
    product_id: column('bigint'),
    stock_id: column('bigint'),
    refund_id: column('bigint'),
    cost_minor: column('bigint'),
  },
})
