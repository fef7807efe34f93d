import { defineResource, f } from '#core'
import { moves, poStatuses } from '../domain/statuses.ts'
import { keepFrozen, fillOrder, mayGo, settle } from '../services/order.ts'
import {
  closeOpen,
  mustBeAnother,
  mustBeComplete,
  mustBeEmpty,
  mustBePaid,
  noteApproval,
  placeOrder,
  releaseBelowLimit,
} from '../services/moves.ts'

const fixed = { readOnly: true, sheet: 'out' } as const
/** Known once the order is on its way. */
const later = { ...fixed, group: 'side', showIf: { field: 'status', in: poStatuses.filter((s) => s !== 'draft') } } as const
const reason = { reason: f.area({ maxLength: 500 }) }

/** An order to a supplier. Its lines are fixed once it is submitted; then receipts tell how far it is. */
export const po = defineResource({
  name: 'po',
  table: 'purchase_order',
  label: 'number',
  match: 'number',
  sortBy: '-id',
  locked: true,
  listCreated: true,
  fields: {
    number: f.maybe(f.text({ readOnly: true, unique: true, list: 1, sort: true, search: true })),
    supplier_id: f.one('supplier', { list: 2, filter: true }),
    warehouse_id: f.one('warehouse', { list: 3, filter: true }),
    status: f.pick(poStatuses, { ...fixed, default: 'draft', list: 7, filter: true, widget: 'status' }),
    lines: f.rows('po_line', { by: 'po_id' }),
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
  },
  states: {
    field: 'status',
    start: 'draft',
    moves: {
      submit: { ...moves.submit, guard: mustBeComplete, effect: releaseBelowLimit },
      approve: { ...moves.approve, guard: mustBeAnother, effect: noteApproval },
      reject: { ...moves.reject, input: reason },
      revise: { ...moves.revise },
      send: { ...moves.send, effect: placeOrder },
      close: {
        ...moves.close,
        input: { waive: f.flag({ default: false }), reason: f.area({ default: '', maxLength: 500 }) },
        guard: mustBePaid,
      },
      short: { ...moves.short, input: reason, effect: closeOpen },
      cancel: { ...moves.cancel, input: reason, guard: mustBeEmpty },
      release: { ...moves.release, effect: placeOrder },
      undo: { ...moves.undo, input: { reason: f.text({ default: '' }) } },
      part: { ...moves.part, input: { reason: f.text({ default: '' }) } },
      fill: { ...moves.fill, input: { reason: f.text({ default: '' }) } },
      flag: { ...moves.flag, input: { reason: f.text({ default: '' }) } },
    },
  },
  hooks: { prepare: fillOrder, check: keepFrozen, saved: settle, removable: mayGo },
})

/** So many units of a stock, at what they cost in the currency of the order. */
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
