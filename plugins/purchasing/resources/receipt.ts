import { defineResource, f, invalid, parseMoney, sql, text, type Write } from '#core'

const fixed = { readOnly: true } as const

/** Goods that came in for an order. It never changes: what was wrong is put right by another one with negative numbers. */
export const goodsReceipt = defineResource({
  name: 'goods_receipt',
  label: 'number',
  match: 'number',
  verbs: ['get', 'export'],
  sortBy: '-id',
  fields: {
    number: f.text({ ...fixed, list: 1, search: true, unique: true }),
    po_id: f.one('po', { ...fixed, list: 2, filter: true }),
    warehouse_id: f.one('warehouse', { ...fixed, list: 3, filter: true }),
    received_at: f.instant({ ...fixed, list: 4, sort: true, filter: true }),
    delivery_note: f.text({ ...fixed, list: 5, search: true }),
    lines: f.rows('goods_receipt_line', { by: 'receipt_id', readOnly: true }),
  },
})

/** Units of one order line that were taken or refused. */
export const goodsReceiptLine = defineResource({
  name: 'goods_receipt_line',
  verbs: [],
  label: 'lot_code',
  fields: {
    receipt_id: f.one('goods_receipt', { ...fixed, sheet: false }),
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

/** Money paid to a supplier for an order, in the order's currency. */
export const supplierPayment = defineResource({
  name: 'supplier_payment',
  label: 'reference',
  verbs: ['get', 'create', 'destroy', 'export'],
  sortBy: '-id',
  fields: {
    po_id: f.one('po', { list: 1, filter: true }),
    amount: f.money({ list: 2, sort: true }),
    method: f.pick(['bank', 'cheque', 'cash', 'card', 'other'], { default: 'bank', list: 3, filter: true }),
    reference: f.text({ default: '', maxLength: 100, list: 4, search: true }),
    paid_at: f.date({ list: 5, sort: true, filter: true }),
  },
  hooks: { check: refuseUnplaced },
})

/** Only what was ordered can be paid, and nothing is paid for once an order is completed. */
async function refuseUnplaced({ tx, input, mode }: Write): Promise<void> {
  if (mode !== 'create' || input.po_id === undefined) return
  if (parsed(input.amount) <= 0) throw invalid({ amount: text('purchasing:error.amount') })
  const order = await tx.one<{ status: string }>(sql`select status from purchase_order where id = ${Number(input.po_id) || 0} for share`)
  if (order && !['sent', 'partial_received', 'received', 'abnormal'].includes(order.status))
    throw invalid({ po_id: text('purchasing:error.not_payable', { status: { status: order.status } }) })
}

function parsed(value: unknown): number {
  try {
    return parseMoney(String(value))
  } catch {
    // Not an amount at all: its own check says so.
    return 1
  }
}
