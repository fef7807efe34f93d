import { column, f, type FieldsRow, jsonColumn } from 'stoa'
import { fulfilmentStatuses, orderStatuses, paymentStatuses } from '../domain/statuses.ts'
import { orderLine } from './order-line.ts'

const fixed = { readOnly: true } as const

/** The columns of orders, for code that writes them. The resource declares transitions and lists. */
export const orderColumns = {
  name: 'order',
  fields: {
    order_number: f.text({ ...fixed, list: 1, search: true, unique: true }),
    placed_at: f.maybe(f.instant({ ...fixed, list: 2, sort: true, filter: true })),
    email: f.email({ ...fixed, search: true }),
    first_name: f.text({ ...fixed, search: 'last_name' }),
    last_name: f.text(fixed),
    country_code: f.maybe(f.text(fixed)),
    phone: f.maybe(f.phone({ ...fixed, search: true })),
    source: f.text({ ...fixed, filter: true }),
    /** The shop it was imported from, and its order number there. */
    imported_from: f.maybe(f.text({ ...fixed, list: 8, filter: true })),
    imported_number: f.maybe(f.text({ ...fixed, search: true })),
    seller_admin_id: f.maybe(f.one('account', { ...fixed, filter: true })),
    assigned_to: f.maybe(f.one('account', { ...fixed, filter: true })),
    language: f.text(fixed),
    currency: f.text(fixed),
    exchange_rate: f.decimal(fixed),
    subtotal: f.money(fixed),
    discount: f.money(fixed),
    shipping: f.money(fixed),
    tax: f.money(fixed),
    total: f.money({ ...fixed, sort: true }),
    base_total: f.money(fixed),
    paid: f.money(fixed),
    refunded: f.money(fixed),
    refunded_excess: f.money({ ...fixed, sheet: false }),
    payment_title: f.text({ ...fixed, filter: true }),
    status: f.pick(orderStatuses, { ...fixed, list: 5, filter: true, widget: 'status' }),
    payment_status: f.pick(paymentStatuses, { ...fixed, list: 6, filter: true, widget: 'status' }),
    fulfilment_status: f.pick(fulfilmentStatuses, { ...fixed, list: 7, filter: true, widget: 'status' }),
    units_total: f.int(fixed),
    units_shipped: f.int(fixed),
    units_received: f.int(fixed),
    abnormal_kind: f.maybe(f.text(fixed)),
    hold_expires_at: f.maybe(f.instant(fixed)),
    paid_at: f.maybe(f.instant(fixed)),
    canceled_at: f.maybe(f.instant(fixed)),
    cancel_reason: f.text(fixed),
    customer_id: f.maybe(f.int({ ...fixed, filter: true, sheet: false })),
    shipping_title: f.text({ ...fixed, filter: true }),
    shipping_address: f.json(fixed),
    billing_address: f.json(fixed),
    choices: f.json<Record<string, unknown>>(fixed),
    customer_note: f.area(fixed),
    lines: f.rows(orderLine, { by: 'order_id', readOnly: true }),
  },
  internal: {
    cart_id: column('bigint'),
    person_id: column('bigint'),
    shipping_method_id: column('bigint'),
    pickup: jsonColumn<unknown>(),
    charged_back_minor: column('bigint'),
    picking: column('boolean'),
    shipped_at: column('timestamp with time zone'),
    completed_at: column('timestamp with time zone'),
    cancel_kind: column('text'),
    payment_method: column('text'),
    placed_from: column('text'),
    /** The store whose register sold it; null for sales without a store. */
    store_id: column('bigint'),
  },
} as const

/** A row of an order. Amounts are texts. */
export type OrderRow = FieldsRow<(typeof orderColumns)['fields']>
