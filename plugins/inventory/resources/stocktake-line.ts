import { defineRecord, f } from 'stoa'

const fixed = { readOnly: true } as const

/** An inventory row to count, with its data from the start of the stocktake. */
export const stocktakeLine = defineRecord({
  name: 'stocktake_line',
  events: [],
  label: 'sku',
  verbs: ['get', 'export'],
  sortBy: 'sku',
  audit: false,
  fields: {
    stocktake_id: f.one('stocktake', { ...fixed, filter: true }),
    inventory_id: f.int({ ...fixed, filter: true, sheet: false }),
    stock_id: f.int({ ...fixed, filter: true, sheet: false }),
    sku: f.text({ ...fixed, list: true, sort: true, search: true }),
    barcode: f.maybe(f.text({ ...fixed, search: true })),
    name: f.text({ ...fixed, localized: true, list: true, search: true }),
    options: f.text({ ...fixed, localized: true, list: true }),
    expiry_date: f.maybe(f.date({ ...fixed, list: true })),
    lot_code: f.maybe(f.text({ ...fixed, list: true, search: true })),
    expected: f.int({ ...fixed, list: true }),
    counted: f.maybe(f.int({ ...fixed, list: true, filter: true })),
    cost: f.maybe(f.money(fixed)),
  },
})
