import { column, defineRecord, f, jsonColumn } from 'stoa'

const fixed = { readOnly: true } as const

/** A sold item with its data at the time of sale. */
export const orderLine = defineRecord({
  name: 'order_line',
  events: ['order.placed', 'order.changed'],
  internal: { additional_options: jsonColumn<unknown>(), cost_minor: column('bigint') },
  verbs: [],
  label: 'sku',
  fields: {
    order_id: f.one('order', { ...fixed, sheet: false }),
    product_id: f.maybe(f.int({ ...fixed, sheet: false })),
    stock_id: f.maybe(f.one('stock', { ...fixed, sheet: false })),
    kind: f.text(fixed),
    subject_id: f.maybe(f.int({ ...fixed, max: Number.MAX_SAFE_INTEGER, sheet: false })),
    product_type: f.text(fixed),
    handover: f.pick(['sent', 'none', 'later'], fixed),
    sku: f.text(fixed),
    name: f.text(fixed),
    options: f.json<{ label: string; value: string }[]>(fixed),
    image: f.maybe(f.image({ ...fixed, sheet: false })),
    quantity: f.int(fixed),
    unit: f.money(fixed),
    list_unit: f.money(fixed),
    discount: f.money(fixed),
    total: f.money(fixed),
    shipped_quantity: f.int(fixed),
    returned_quantity: f.int(fixed),
    canceled_quantity: f.int(fixed),
    refunded_quantity: f.int(fixed),
    refunded: f.money(fixed),
    price_reason: f.text(fixed),
    discountable: f.flag({ ...fixed, default: true }),
    gift: f.flag({ ...fixed, default: false }),
  },
})

/** A row of an order line. Amounts are texts. */
export type OrderLineRow = typeof orderLine.Row
