import {
  assertPayable,
  column,
  defineRecord,
  defineResource,
  f,
  validationError,
  parseMoney,
  type DeleteContext,
  sql,
  message,
  type Message,
  type ValidatedInput,
} from 'stoa'

const fixed = { readOnly: true } as const

/** Accepted and rejected units of one order line. */
export const goodsReceiptLine = defineRecord({
  name: 'goods_receipt_line',
  events: ['goods.received'],
  internal: { inventory_id: column('bigint') },
  verbs: [],
  label: 'lot_code',
  fields: {
    receipt_id: f.one('goods_receipt', { ...fixed, sheet: false }),
    po_line_id: f.one('po_line', { ...fixed, sheet: false }),
    stock_id: f.one('stock', fixed),
    accepted: f.int(fixed),
    rejected: f.int(fixed),
    expiry_date: f.maybe(f.date(fixed)),
    lot_code: f.maybe(f.text(fixed)),
    reason: f.text(fixed),
    unit_cost: f.money(fixed),
    base_unit_cost: f.money(fixed),
  },
})

/** A goods receipt of an order. Immutable: corrections are receipts with negative quantities. */
export const goodsReceipt = defineRecord({
  name: 'goods_receipt',
  events: ['goods.received'],
  label: 'number',
  match: 'number',
  verbs: ['get', 'export'],
  sortBy: '-id',
  fields: {
    number: f.text({ ...fixed, list: 1, search: true, unique: true }),
    po_id: f.one('po', { ...fixed, list: 2, filter: true }),
    warehouse_id: f.one('warehouse', { ...fixed, list: 3, filter: true }),
    received_at: f.instant({ ...fixed, list: 4, sort: true, filter: true }),
    received_by: f.maybe(f.one('account', fixed)),
    delivery_note: f.text({ ...fixed, list: 5, search: true }),
    lines: f.rows(goodsReceiptLine, { by: 'receipt_id', readOnly: true }),
  },
})

const fields = {
  po_id: f.one('po', { list: 1, filter: true }),
  amount: f.money({ list: 2, sort: true }),
  method: f.pick(['bank', 'cheque', 'cash', 'card', 'other'], { default: 'bank', list: 3, filter: true }),
  reference: f.text({ default: '', maxLength: 100, list: 4, search: true }),
  paid_at: f.date({ list: 5, sort: true, filter: true }),
}

/** A payment to a supplier for an order, in the currency of the order. */
export const supplierPayment = defineResource({
  name: 'supplier_payment',
  label: 'reference',
  verbs: ['get', 'create', 'destroy', 'export'],
  sortBy: '-id',
  transfer: false,
  fields,
  hooks: { validate: refuseUnplaced, canDelete: isOpen },
})

/** Payments require a placed order that is not completed. */
async function refuseUnplaced({ tx, input, mode }: ValidatedInput<typeof fields>): Promise<void> {
  if (mode !== 'create') return
  if (parseMoney(input.amount ?? '0') <= 0) throw validationError({ amount: message('purchasing:error.amount') })
  const order = await tx.one<{ status: string; currency: string }>(
    sql`select status, currency from purchase_order where id = ${input.po_id} for share`,
  )
  if (order) assertPayable('amount', parseMoney(input.amount ?? '0'), order.currency)
  if (order && !['sent', 'partial_received', 'received', 'abnormal'].includes(order.status))
    throw validationError({ po_id: message('purchasing:error.not_payable', { status: { status: order.status } }) })
}

/** A payment of a completed order cannot be deleted, since the order would then have an amount due. */
async function isOpen({ tx, row }: DeleteContext<typeof fields>): Promise<true | Message> {
  const order = await tx.one<{ status: string }>(sql`select status from purchase_order where id = ${row.po_id} for share`)
  return order?.status !== 'completed' || message('purchasing:error.completed')
}
