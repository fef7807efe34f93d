import { column, defineRecord, f, sql } from 'stoa'
import { shipmentTransitions, shipmentStatuses } from '../domain/statuses.ts'
import { addReasons } from 'stoa/plugins/sales'

const fixed = { readOnly: true } as const

/** Units of an order line. */
export const shipmentLine = defineRecord({
  name: 'shipment_line',
  events: ['order.shipped'],
  verbs: [],
  label: 'quantity',
  fields: {
    shipment_id: f.one('shipment', { ...fixed, sheet: false }),
    order_line_id: f.one('order_line', fixed),
    quantity: f.int(fixed),
  },
})

/** A shipment of an order, or a pickup. Orders are often shipped in parts. */
export const shipment = defineRecord({
  name: 'shipment',
  events: ['order.shipped'],
  internal: { carrier_id: column('bigint') },
  label: 'number',
  match: 'number',
  verbs: ['get', 'export'],
  sortBy: '-id',
  locked: true,
  listCreated: true,
  fields: {
    number: f.text({ ...fixed, list: 1, search: true, unique: true }),
    order_id: f.one('order', { ...fixed, list: 2, filter: true }),
    warehouse_id: f.maybe(f.one('warehouse', { ...fixed, filter: true, ifInstalled: true })),
    carrier_name: f.text({ ...fixed, list: 3, search: true }),
    tracking_number: f.text({ ...fixed, list: 4, search: true }),
    tracking_url: f.text(fixed),
    collect: f.flag({ ...fixed, default: false, filter: true }),
    status: f.pick(shipmentStatuses, { ...fixed, list: 5, filter: true, widget: 'status' }),
    ready_at: f.maybe(f.instant(fixed)),
    shipped_at: f.maybe(f.instant({ ...fixed, list: 6, sort: true, filter: true })),
    received_at: f.maybe(f.instant(fixed)),
    weight_g: f.maybe(f.int(fixed)),
    note: f.text(fixed),
    lines: f.rows(shipmentLine, { by: 'shipment_id', readOnly: true }),
  },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: addReasons({
      ...shipmentTransitions,
      ship: { ...shipmentTransitions.ship, set: () => ({ shipped_at: sql`now()` }) },
      receive: { ...shipmentTransitions.receive, set: () => ({ received_at: sql`coalesce(t.received_at, now())` }) },
    }),
  },
})
