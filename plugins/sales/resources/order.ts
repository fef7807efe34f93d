import { defineResource, extendResource, f, sql } from '#core'
import { fullNameSql } from '../../people/index.ts'
import { fulfilmentStatuses, moves, orderStatuses, paymentStatuses } from '../domain/statuses.ts'
import { assign, take } from '../services/order/assign.ts'
import { goodsSql } from '../services/order/goods.ts'
import type { SoldGoods } from '../wire-admin.ts'
import { assertOwnOrder } from '../services/order/head.ts'
import { goOn } from '../services/order/advance.ts'
import { received } from '../services/order/manual-payment.ts'
import {
  callOff,
  cancel,
  complete,
  finish,
  flag,
  mustBeGivenBack,
  mustBePlaceable,
  mustBeGivenUp,
  mustBeUnsent,
  mustHaveMoney,
  mustHaveEnded,
  mustNotGoBack,
  paid,
  pay,
  place,
  refunded,
  reject,
  reopen,
  resolve,
  review,
  ship,
} from '../services/order/effects.ts'

const fixed = { readOnly: true } as const
const reference = f.text({ default: '', maxLength: 100 })
const reason = { reason: f.text({ maxLength: 500 }) }

/** One sold thing, as it was when it was sold. */
export const orderLine = defineResource({
  name: 'order_line',
  verbs: [],
  label: 'sku',
  fields: {
    order_id: f.one('order', { ...fixed, sheet: false }),
    product_id: f.maybe(f.int({ ...fixed, sheet: false })),
    stock_id: f.maybe(f.one('stock', { ...fixed, sheet: false })),
    kind: f.text(fixed),
    subject_id: f.maybe(f.int({ ...fixed, max: Number.MAX_SAFE_INTEGER, sheet: false })),
    product_type: f.text(fixed),
    handover: f.pick(['sent', 'none', 'later'], fixed),
    sku: f.text(fixed),
    name: f.text(fixed),
    options: f.json<{ label: string; value: string }[]>(fixed),
    image: f.maybe(f.image({ ...fixed, sheet: false })),
    quantity: f.int(fixed),
    unit: f.money(fixed),
    list_unit: f.money(fixed),
    discount: f.money(fixed),
    total: f.money(fixed),
    shipped_quantity: f.int(fixed),
    returned_quantity: f.int(fixed),
    canceled_quantity: f.int(fixed),
    refunded_quantity: f.int(fixed),
    refunded: f.money(fixed),
    price_reason: f.text(fixed),
    discountable: f.flag({ ...fixed, default: true }),
    gift: f.flag({ ...fixed, default: false }),
  },
})

/** A sale. Everything about it was settled when it was placed; what changes is its status, by the moves below. */
export const order = defineResource({
  name: 'order',
  table: 'sales_order',
  label: 'order_number',
  match: 'order_number',
  verbs: ['get', 'export'],
  sortBy: '-id',
  locked: true,
  listStamps: false,
  history: 'imported_from',
  columns: {
    customer: {
      field: f.text({ list: 3 }),
      read: () => sql`coalesce(nullif(${fullNameSql(sql`t.first_name`, sql`t.last_name`)}, ''), t.email)`,
    },
    amount: {
      field: f.text({ list: 4, widget: 'money' }),
      sortBy: 'total',
      read: () => sql`t.currency || ' ' || to_char(t.total_minor / 100.0, 'FM999,999,999,990.00')`,
    },
    /** What was sold, as whoever looks calls it. */
    goods: { field: f.json<SoldGoods[]>({ list: false }), read: goodsSql },
  },
  fields: {
    order_number: f.text({ ...fixed, list: 1, search: true, unique: true }),
    placed_at: f.maybe(f.instant({ ...fixed, list: 2, sort: true, filter: true })),
    email: f.email({ ...fixed, search: true }),
    first_name: f.text({ ...fixed, search: 'last_name' }),
    last_name: f.text(fixed),
    country_code: f.maybe(f.text(fixed)),
    phone: f.maybe(f.phone({ ...fixed, search: true })),
    source: f.text({ ...fixed, filter: true }),
    /** The shop it was imported from, and its number there. */
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
  hooks: { moving: ({ row }) => assertOwnOrder(row), moved: goOn },
  actions: {
    take: { needs: 'assign order', batch: true, run: take },
    receive: { needs: 'pay order', input: { amount: f.money(), reference }, run: received },
    assign: { batch: true, input: { assigned_to: f.maybe(f.one('account')) }, run: assign },
  },
  states: {
    field: 'status',
    start: 'pending',
    moves: {
      place: { ...moves.place, guard: mustBePlaceable, effect: place },
      review: { ...moves.review, effect: review },
      pay: { ...moves.pay, input: { reference }, effect: pay },
      reject: { ...moves.reject, input: reason, effect: reject },
      process: { ...moves.process, guard: mustNotGoBack },
      ship: { ...moves.ship, effect: ship },
      complete: { ...moves.complete, guard: mustHaveEnded, effect: complete },
      cancel: { ...moves.cancel, input: reason, guard: mustBeGivenUp, effect: cancel },
      call_off: { ...moves.call_off, input: reason, guard: mustBeUnsent, effect: callOff },
      flag: { ...moves.flag, input: { ...reason, kind: f.text({ default: '', maxLength: 20 }) }, effect: flag },
      resolve_paid: { ...moves.resolve_paid, input: reason, guard: mustHaveMoney, effect: resolve },
      resolve_processing: { ...moves.resolve_processing, input: reason, guard: mustHaveMoney, effect: resolve },
      resolve_canceled: { ...moves.resolve_canceled, input: reason, guard: mustBeUnsent, effect: callOff },
      resolve_refunded: { ...moves.resolve_refunded, input: reason, guard: mustBeGivenBack, effect: refunded },
      settled: { ...moves.settled, effect: paid },
      owe: { ...moves.owe },
      retry: { ...moves.retry },
      reopen: { ...moves.reopen, effect: reopen },
      finish: { ...moves.finish, effect: finish },
      refunded: { ...moves.refunded, effect: refunded },
    },
  },
})

/** Customers show how often they ordered. */
export const orderCount = extendResource('customer', { fields: { order_count: f.int({ default: 0, readOnly: true, list: true }) } })
