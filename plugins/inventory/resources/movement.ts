import { defineRecord, f } from 'stoa'
import { movementTypes } from '../domain/movement.ts'

const fixed = { readOnly: true } as const

/** The stock ledger: what changed in an inventory row, why, and by whom. Append-only: the database rejects updates and deletes. */
export const inventoryMovement = defineRecord({
  name: 'inventory_movement',
  events: [],
  path: 'inventories/history',
  verbs: ['get', 'export'],
  label: 'type',
  sortBy: '-id',
  audit: false,
  fields: {
    inventory_id: f.int({ ...fixed, filter: true, sheet: false }),
    stock_id: f.one('stock', { ...fixed, list: 1, filter: true }),
    warehouse_id: f.one('warehouse', { ...fixed, list: 2, filter: true }),
    type: f.pick(movementTypes, { ...fixed, list: 3, filter: true }),
    quantity: f.int({ ...fixed, list: 4 }),
    balance_after: f.int({ ...fixed, list: 5 }),
    reason: f.text({ ...fixed, list: 6 }),
    remark: f.text({ ...fixed, list: 7, search: true }),
    actor: f.text({ ...fixed, list: 8, search: true }),
    document_type: f.maybe(f.text({ ...fixed, filter: true })),
    document_id: f.maybe(f.int({ ...fixed, filter: true })),
    pair_id: f.maybe(f.int({ ...fixed, sheet: false })),
  },
})
