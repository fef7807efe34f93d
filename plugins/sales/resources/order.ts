import { defineRecord, extendResource, f, sql } from 'stoa'
import { fullNameSql } from 'stoa/plugins/people'
import { orderColumns } from './order-columns.ts'
import { transitions } from '../domain/statuses.ts'
import { assignToStaff, assignToSelf } from '../services/order/assign.ts'
import { goodsSql } from '../services/order/goods.ts'
import type { SoldGoods } from '../admin-api-types.ts'
import { assertOwnOrder } from '../services/order/head.ts'
import { advanceAfterTransition } from '../services/order/advance.ts'
import { receivePayment } from '../services/order/manual-payment.ts'
import {
  cancelAndRefund,
  cancelOrder,
  completeOrder,
  finishOrder,
  flagOrder,
  assertRefunded,
  assertPlaceable,
  assertCancelable,
  assertNothingShipped,
  assertPaymentReceived,
  assertWorkFinished,
  assertNotBeingRefunded,
  afterPaid,
  paidColumns,
  payOrder,
  placeOrder,
  afterRefunded,
  rejectPayment,
  reopenOrder,
  resolveOrder,
  markInReview,
  shipOrder,
  shippedColumns,
} from '../services/order/effects.ts'

const reference = f.text({ default: '', maxLength: 100 })
const reason = { reason: f.text({ maxLength: 500 }) }

/** A sale. Its content is fixed on placement, and its status changes by the transitions below. */
export const order = defineRecord({
  ...orderColumns,
  events: ['order.placed', 'order.paid', 'order.changed', 'order.shipped', 'order.completed', 'order.canceled', 'order.refunded'],
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
    /** The sold items in the reader's language. */
    goods: { field: f.json<SoldGoods[]>({ list: false }), read: goodsSql },
  },
  hooks: { beforeTransition: ({ row }) => assertOwnOrder(row), afterTransition: advanceAfterTransition },
  actions: {
    take: { needs: 'assign order', batch: true, run: assignToSelf },
    receive: { needs: 'pay order', input: { amount: f.money(), reference }, run: receivePayment },
    assign: { batch: true, input: { assigned_to: f.maybe(f.one('account')) }, run: assignToStaff },
  },
  states: {
    field: 'status',
    initial: 'pending',
    transitions: {
      place: { ...transitions.place, guard: assertPlaceable, effect: placeOrder },
      review: { ...transitions.review, effect: markInReview },
      pay: { ...transitions.pay, input: { reference }, set: paidColumns, effect: payOrder },
      reject: { ...transitions.reject, input: reason, effect: rejectPayment },
      process: { ...transitions.process, guard: assertNotBeingRefunded },
      ship: { ...transitions.ship, set: shippedColumns, effect: shipOrder },
      complete: { ...transitions.complete, guard: assertWorkFinished, effect: completeOrder },
      cancel: { ...transitions.cancel, input: reason, guard: assertCancelable, effect: cancelOrder },
      call_off: { ...transitions.call_off, input: reason, guard: assertNothingShipped, effect: cancelAndRefund },
      flag: { ...transitions.flag, input: { ...reason, kind: f.text({ default: '', maxLength: 20 }) }, effect: flagOrder },
      resolve_paid: { ...transitions.resolve_paid, input: reason, guard: assertPaymentReceived, effect: resolveOrder },
      resolve_processing: { ...transitions.resolve_processing, input: reason, guard: assertPaymentReceived, effect: resolveOrder },
      resolve_canceled: { ...transitions.resolve_canceled, input: reason, guard: assertNothingShipped, effect: cancelAndRefund },
      resolve_refunded: { ...transitions.resolve_refunded, input: reason, guard: assertRefunded, effect: afterRefunded },
      settled: { ...transitions.settled, set: paidColumns, effect: afterPaid },
      owe: { ...transitions.owe },
      retry: { ...transitions.retry },
      reopen: { ...transitions.reopen, set: paidColumns, effect: reopenOrder },
      finish: { ...transitions.finish, effect: finishOrder },
      refunded: { ...transitions.refunded, effect: afterRefunded },
    },
  },
})

/** Customers show their number of orders. */
export const orderCount = extendResource('customer', { fields: { order_count: f.int({ default: 0, readOnly: true, list: true }) } })
