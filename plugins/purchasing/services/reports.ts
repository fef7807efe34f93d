import { basic, sql } from 'stoa'
import type { Report } from 'stoa/plugins/reports'

/** Orders to suppliers by the day they were sent: ordered, received and open units, value, fill rate and lead time. */
export const purchaseReport: Report = {
  title: 'purchasing:report.purchase',
  order: 50,
  needs: 'get purchase report',
  dated: 'period',
  facts: ({ kernel }, { from, to }) => {
    const zone = kernel.settings.of(basic).time_zone
    return sql`select l.id, (o.ordered_at at time zone ${zone})::date as day, o.id as po_id, o.number, o.supplier_id, o.warehouse_id, l.stock_id, o.status,
        l.quantity as ordered, l.received_quantity as received, l.rejected_quantity as rejected,
        greatest(0, l.quantity - l.received_quantity - l.rejected_quantity - l.closed_quantity) as open,
        round((l.unit_cost_minor * l.quantity - l.discount_minor) / o.exchange_rate)::bigint as value,
        round(l.unit_cost_minor * l.received_quantity / o.exchange_rate)::bigint as received_value,
        (select extract(epoch from min(r.received_at) - o.ordered_at)::float8 / 86400 from goods_receipt_line g join goods_receipt r on r.id = g.receipt_id
          where g.po_line_id = l.id and g.accepted > 0) as lead_days
      from purchase_order o join purchase_order_line l on l.po_id = o.id
      where o.ordered_at >= (${from}::date::timestamp at time zone ${zone}) and o.ordered_at < ((${to}::date + 1)::timestamp at time zone ${zone})
        and o.status not in ('draft', 'canceled', 'rejected')`
  },
  dimensions: {
    supplier: { title: 'purchasing:report.supplier', column: 'supplier_id', of: 'supplier' },
    po: { title: 'purchasing:report.po', column: 'po_id', of: 'po' },
    stock: { title: 'purchasing:report.stock', column: 'stock_id', of: 'stock' },
    warehouse: { title: 'purchasing:report.warehouse', column: 'warehouse_id', of: 'warehouse' },
    status: { title: 'purchasing:report.status', column: 'status', messages: 'core:status.' },
  },
  measures: {
    orders: { title: 'purchasing:report.orders', type: 'count', distinct: 'po_id' },
    ordered: { title: 'purchasing:report.ordered', type: 'count', sum: 'ordered' },
    received: { title: 'purchasing:report.received', type: 'count', sum: 'received' },
    rejected: { title: 'purchasing:report.rejected', type: 'count', sum: 'rejected' },
    open: { title: 'purchasing:report.open', type: 'count', sum: 'open' },
    value: { title: 'purchasing:report.value', type: 'money', sum: 'value' },
    received_value: { title: 'purchasing:report.received_value', type: 'money', sum: 'received_value' },
    fill_rate: { title: 'purchasing:report.fill_rate', type: 'percent', ratio: ['received', 'ordered'] },
    lead_days: { title: 'purchasing:report.lead_days', type: 'days', average: 'lead_days' },
  },
  groupBy: ['supplier'],
  chart: { kind: 'column', measures: ['value', 'received_value'] },
  rows: [
    { title: 'purchasing:report.day', column: 'day', type: 'day' },
    { title: 'purchasing:report.po', column: 'number', type: 'text' },
  ],
  link: sql`'po/' || f.po_id`,
}
