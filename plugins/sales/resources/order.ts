import { defineRecord, extendResource, f, sql } from 'stoa'
import { fullNameSql } from 'stoa/plugins/people'
import { orderColumns } from './order-columns.ts'
import { moves } from '../domain/statuses.ts'
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
  paidColumns,
  pay,
  place,
  refunded,
  reject,
  reopen,
  resolve,
  review,
  ship,
  shippedColumns,
} from '../services/order/effects.ts'

const reference = f.text({ default: '', maxLength: 100 })
const reason = { reason: f.text({ maxLength: 500 }) }

/** A sale. Everything about it was settled when it was placed; what changes is its status, by the moves below. */
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
    /** What was sold, as whoever looks calls it. */
    goods: { field: f.json<SoldGoods[]>({ list: false }), read: goodsSql },
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
      pay: { ...moves.pay, input: { reference }, set: paidColumns, effect: pay },
      reject: { ...moves.reject, input: reason, effect: reject },
      process: { ...moves.process, guard: mustNotGoBack },
      ship: { ...moves.ship, set: shippedColumns, effect: ship },
      complete: { ...moves.complete, guard: mustHaveEnded, effect: complete },
      cancel: { ...moves.cancel, input: reason, guard: mustBeGivenUp, effect: cancel },
      call_off: { ...moves.call_off, input: reason, guard: mustBeUnsent, effect: callOff },
      flag: { ...moves.flag, input: { ...reason, kind: f.text({ default: '', maxLength: 20 }) }, effect: flag },
      resolve_paid: { ...moves.resolve_paid, input: reason, guard: mustHaveMoney, effect: resolve },
      resolve_processing: { ...moves.resolve_processing, input: reason, guard: mustHaveMoney, effect: resolve },
      resolve_canceled: { ...moves.resolve_canceled, input: reason, guard: mustBeUnsent, effect: callOff },
      resolve_refunded: { ...moves.resolve_refunded, input: reason, guard: mustBeGivenBack, effect: refunded },
      settled: { ...moves.settled, set: paidColumns, effect: paid },
      owe: { ...moves.owe },
      retry: { ...moves.retry },
      reopen: { ...moves.reopen, set: paidColumns, effect: reopen },
      finish: { ...moves.finish, effect: finish },
      refunded: { ...moves.refunded, effect: refunded },
    },
  },
})

/** Customers show how often they ordered. */
export const orderCount = extendResource('customer', { fields: { order_count: f.int({ default: 0, readOnly: true, list: true }) } })
