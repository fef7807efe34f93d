import { basic, sql } from 'stoa'
import { stocksSql } from 'stoa/plugins/catalogue'
import type { Report } from 'stoa/plugins/reports'
import { inventoryRules } from '../settings.ts'

/** Stock on hand by warehouse, product and expiry, as it is now. Values are unit costs times units. */
export const inventoryReport: Report = {
  title: 'inventory:report.inventories',
  order: 40,
  needs: 'get inventory report',
  dated: 'now',
  facts: ({ kernel }) => {
    const { expiry_warning_days } = kernel.settings.of(inventoryRules)
    return sql`select i.id, i.warehouse_id, i.stock_id, s.product_id, s.sku, i.lot_code, i.expiry_date, i.quantity as on_hand, i.reserved,
        i.available_inventories as available, s.cost_minor * i.quantity as value,
        case when i.expiry_date is null then 'none' when i.expiry_date < (select business_day()) then 'expired'
          when i.expiry_date <= (select business_day()) + ${expiry_warning_days}::int then 'expiring' else 'later' end as expiry,
        case when i.expiry_date <= (select business_day()) + ${expiry_warning_days}::int then i.quantity else 0 end as expiring
      from inventory i join (${stocksSql}) on s.id = i.stock_id where i.quantity <> 0`
  },
  dimensions: {
    warehouse: { title: 'inventory:report.warehouse', column: 'warehouse_id', of: 'warehouse' },
    product: { title: 'inventory:report.product', column: 'product_id', of: 'product' },
    stock: { title: 'inventory:report.stock', column: 'stock_id', of: 'stock' },
    category: { title: 'inventory:report.category', column: 'product_id', of: 'product', via: 'categories' },
    brand: { title: 'inventory:report.brand', column: 'product_id', of: 'product', via: 'brand_id' },
    expiry: { title: 'inventory:report.expiry', column: 'expiry', messages: 'inventory:report.expiry_' },
  },
  measures: {
    on_hand: { title: 'inventory:report.on_hand', type: 'count', sum: 'on_hand' },
    reserved: { title: 'inventory:report.reserved', type: 'count', sum: 'reserved' },
    available: { title: 'inventory:report.available', type: 'count', sum: 'available' },
    expiring: { title: 'inventory:report.expiring', type: 'count', sum: 'expiring' },
    value: { title: 'inventory:report.value', type: 'money', sum: 'value' },
  },
  groupBy: ['warehouse'],
  chart: { kind: 'bar', measures: ['on_hand', 'reserved'] },
  rows: [
    { title: 'inventory:report.sku', column: 'sku', type: 'text' },
    { title: 'inventory:report.lot', column: 'lot_code', type: 'text' },
    { title: 'inventory:report.expiry_date', column: 'expiry_date', type: 'day' },
  ],
  link: sql`'inventories/edit/' || f.id`,
}

/** Movements of stock by day and type, from the ledger. */
export const movementReport: Report = {
  title: 'inventory:report.movements',
  order: 45,
  needs: 'get inventory report',
  dated: 'period',
  facts: ({ kernel }, { from, to }) => {
    const zone = kernel.settings.of(basic).time_zone
    return sql`select m.id, (m.created_at at time zone ${zone})::date as day, m.type, m.warehouse_id, m.stock_id, s.product_id, s.sku, m.reason,
        greatest(m.quantity, 0) as received, greatest(-m.quantity, 0) as issued, m.quantity as change
      from inventory_movement m left join (${stocksSql}) on s.id = m.stock_id
      where m.created_at >= (${from}::date::timestamp at time zone ${zone}) and m.created_at < ((${to}::date + 1)::timestamp at time zone ${zone})`
  },
  dimensions: {
    type: { title: 'inventory:report.type', column: 'type', messages: 'inventory:inventory_movement.type_' },
    warehouse: { title: 'inventory:report.warehouse', column: 'warehouse_id', of: 'warehouse' },
    product: { title: 'inventory:report.product', column: 'product_id', of: 'product' },
    stock: { title: 'inventory:report.stock', column: 'stock_id', of: 'stock' },
  },
  measures: {
    received: { title: 'inventory:report.received', type: 'count', sum: 'received' },
    issued: { title: 'inventory:report.issued', type: 'count', sum: 'issued' },
    change: { title: 'inventory:report.change', type: 'count', sum: 'change' },
  },
  groupBy: ['type'],
  chart: { kind: 'bar', measures: ['received', 'issued'] },
  rows: [
    { title: 'inventory:report.day', column: 'day', type: 'day' },
    { title: 'inventory:report.sku', column: 'sku', type: 'text' },
    { title: 'inventory:report.reason', column: 'reason', type: 'text' },
  ],
}
