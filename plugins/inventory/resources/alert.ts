import { column, defineRecord, f, sql } from 'stoa'
import { goodsColumns } from 'stoa/plugins/catalogue'

const fixed = { readOnly: true } as const

/** An alert about stock: low, sold out, about to expire, expired, or different from the ledger. Opened and closed automatically. */
export const stockAlert = defineRecord({
  name: 'stock_alert',
  events: [],
  internal: { told_at: column('timestamp with time zone') },
  label: 'sku',
  verbs: ['get', 'export'],
  sortBy: '-id',
  audit: false,
  listStamps: false,
  fields: {
    level: f.pick(['low', 'out', 'expiring', 'expired', 'abnormal'], { ...fixed, list: 3, filter: true }),
    sku: f.text({ ...fixed, list: 8, search: true }),
    name: f.text({ ...fixed, localized: true, search: true }),
    quantity: f.int({ ...fixed, list: 4 }),
    expiry_date: f.maybe(f.date({ ...fixed, list: 5, filter: true })),
    opened_at: f.instant({ ...fixed, list: 6 }),
    closed_at: f.maybe(f.instant({ ...fixed, list: 7, filter: true })),
    stock_id: f.one('stock', { ...fixed, filter: true, sheet: false }),
    inventory_id: f.maybe(f.one('inventory', { ...fixed, sheet: false })),
  },
  columns: goodsColumns(sql`t.stock_id`),
})
