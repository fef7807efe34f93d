import { defineRecord, f } from 'stoa'
import { returnTransitions, returnStatuses } from '../domain/statuses.ts'
import type { NamedReplacement } from '../services/exchange.ts'
import { addReasons } from 'stoa/plugins/sales'

const fixed = { readOnly: true } as const

/** Returned units of a line, and how many of them are resaleable. */
export const returnLine = defineRecord({
  name: 'return_line',
  events: [],
  verbs: [],
  label: 'reason',
  fields: {
    return_id: f.one('return', { ...fixed, sheet: false }),
    order_line_id: f.one('order_line', fixed),
    quantity: f.int(fixed),
    received_quantity: f.int(fixed),
    resaleable_quantity: f.int(fixed),
    reason: f.text(fixed),
  },
})

/** A return by a customer. */
export const salesReturn = defineRecord({
  name: 'return',
  events: [],
  table: 'sales_return',
  label: 'number',
  match: 'number',
  verbs: ['get', 'export'],
  sortBy: '-id',
  locked: true,
  listCreated: true,
  fields: {
    number: f.text({ ...fixed, list: 1, search: true, unique: true }),
    order_id: f.one('order', { ...fixed, list: 2, filter: true }),
    kind: f.pick(['return', 'exchange', 'refund_only'], { ...fixed, list: 3, filter: true }),
    requested_by: f.pick(['customer', 'staff'], { ...fixed, filter: true }),
    reason_code: f.text(fixed),
    note: f.area(fixed),
    status: f.pick(returnStatuses, { ...fixed, list: 4, filter: true, widget: 'status' }),
    replacements: f.json<NamedReplacement[]>({ ...fixed, sheet: false }),
    replacement_order_id: f.maybe(f.one('order', { ...fixed, sheet: false })),
    lines: f.rows(returnLine, { by: 'return_id', readOnly: true }),
  },
  states: { field: 'status', initial: 'pending', transitions: addReasons(returnTransitions) },
})
