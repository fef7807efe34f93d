import { defineResource, f } from 'stoa'
import { movementTypes } from '../domain/movement.ts'

/** The newest movements of a product's stock for its form: a read-only view of the ledger. */
export const inventoryHistory = defineResource({
  name: 'inventory_history',
  verbs: [],
  label: 'sku',
  audit: false,
  fields: {
    product_id: f.one('product', { readOnly: true }),
    date: f.instant({ readOnly: true }),
    sku: f.text({ readOnly: true }),
    option: f.text({ readOnly: true }),
    type: f.pick(movementTypes, { readOnly: true }),
    warehouse: f.text({ readOnly: true }),
    action: f.text({ readOnly: true }),
    reason: f.text({ readOnly: true }),
    remark: f.text({ readOnly: true }),
    user: f.text({ readOnly: true }),
    order: f.int({ readOnly: true }),
  },
})
