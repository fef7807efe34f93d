import { defineResource, f } from 'stoa'
import { poStatuses } from '../domain/statuses.ts'

const fixed = { readOnly: true, sheet: 'out' } as const
/** Fields that are filled in after the order is sent. */
const later = { ...fixed, group: 'side', showIf: { field: 'status', in: poStatuses.filter((s) => s !== 'draft') } } as const

/** An order line: quantity and unit cost of a stock, in the currency of the order. */
export const poLine = defineResource({
  name: 'po_line',
  table: 'purchase_order_line',
  verbs: [],
  label: 'supplier_sku',
  fields: {
    po_id: f.one('po'),
    stock_id: f.one('stock'),
    supplier_sku: f.text({ default: '', maxLength: 100 }),
    quantity: f.int({ min: 1, max: 1_000_000 }),
    unit_cost: f.maybe(f.money()),
    discount: f.money({ default: '0.00' }),
    received_quantity: f.int(fixed),
    rejected_quantity: f.int(fixed),
    closed_quantity: f.int(fixed),
  },
  sheet: { key: ['stock_id'] },
})

/** Fields of a purchase order. */
export const poFields = {
  number: f.maybe(f.text({ readOnly: true, unique: true, list: 1, sort: true, search: true })),
  supplier_id: f.one('supplier', { list: 2, filter: true }),
  warehouse_id: f.one('warehouse', { filter: true }),
  status: f.pick(poStatuses, { ...fixed, default: 'draft', list: 7, filter: true, widget: 'status' }),
  lines: f.rows(poLine, { by: 'po_id' }),
  discount: f.money({ default: '0.00' }),
  freight: f.money({ default: '0.00' }),
  remark: f.area({ default: '', maxLength: 2_000 }),
  expected_at: f.maybe(f.date({ list: 4, sort: true, filter: true, group: 'side' })),
  currency: f.text({ default: '', maxLength: 3, list: 5, group: 'side' }),
  exchange_rate: f.maybe(f.decimal({ group: 'side' })),
  ordered_at: f.maybe(f.instant({ ...later, filter: true })),
  subtotal: f.money(later),
  total: f.money({ ...later, list: 6, sort: true }),
  base_total: f.money(later),
  closed_reason: f.text(later),
  created_by: f.maybe(f.one('account', { ...fixed, form: false, filter: true })),
  approved_by: f.maybe(f.one('account', { ...fixed, form: false })),
  mails_wanted: f.int({ ...fixed, form: false, sheet: false }),
  mails_sent: f.int({ ...fixed, form: false, sheet: false }),
}

export type PoFields = typeof poFields
