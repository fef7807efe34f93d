import { defineResource, extendResource, f, type Moving, parseMoney, sql } from '#core'
import { STOCKROOM } from '../../catalogue/index.ts'
import { PAYMENTS } from '../../payments/index.ts'
import { moves, orderStatuses } from '../domain/statuses.ts'

const fixed = { readOnly: true } as const
const reason = { reason: f.text({ maxLength: 500 }) }

/** A sale. Everything about it was settled when it was placed; what changes is its status, by the moves below. */
export const order = defineResource({
  name: 'order',
  table: 'sales_order',
  label: 'order_number',
  match: 'order_number',
  verbs: ['get', 'export'],
  sortBy: '-id',
  locked: true,
  fields: {
    order_number: f.text({ ...fixed, list: 1, search: true, unique: true }),
    placed_at: f.instant({ ...fixed, list: 2, sort: true, filter: true }),
    email: f.email({ ...fixed, list: 3, search: true }),
    first_name: f.text({ ...fixed, search: true }),
    last_name: f.text({ ...fixed, search: true }),
    country_code: f.maybe(f.text(fixed)),
    phone: f.maybe(f.phone({ ...fixed, search: true })),
    source: f.text({ ...fixed, filter: true }),
    language: f.text(fixed),
    currency: f.text({ ...fixed, list: 4 }),
    exchange_rate: f.decimal(fixed),
    subtotal: f.money(fixed),
    discount: f.money(fixed),
    shipping: f.money(fixed),
    total: f.money({ ...fixed, list: 5, sort: true }),
    base_total: f.money(fixed),
    paid: f.money(fixed),
    refunded: f.money(fixed),
    payment_title: f.text({ ...fixed, list: 6 }),
    status: f.pick(orderStatuses, { ...fixed, list: 7, filter: true, widget: 'status' }),
    shipping_title: f.text(fixed),
    shipping_address: f.json(fixed),
    billing_address: f.json(fixed),
    customer_note: f.area(fixed),
    lines: f.rows('order_line', { by: 'order_id', readOnly: true }),
  },
  states: {
    field: 'status',
    start: 'pending',
    moves: {
      review: { ...moves.review },
      pay: { ...moves.pay, input: { reference: f.text({ default: '', maxLength: 100 }) }, effect: receive },
      reject: { ...moves.reject, input: reason },
      process: { ...moves.process },
      ship: { ...moves.ship, effect: handOver },
      complete: { ...moves.complete, effect: handOver },
      cancel: { ...moves.cancel, input: reason, effect: letGo },
      refund: { ...moves.refund, input: reason, effect: giveBack },
    },
  },
})

/** One sold thing, as it was when it was sold. */
export const orderLine = defineResource({
  name: 'order_line',
  verbs: [],
  label: 'sku',
  fields: {
    order_id: f.one('order', { ...fixed, sheet: false }),
    product_id: f.maybe(f.int({ ...fixed, sheet: false })),
    stock_id: f.maybe(f.int({ ...fixed, sheet: false })),
    product_type: f.text(fixed),
    sku: f.text(fixed),
    name: f.text(fixed),
    options: f.json<{ label: string; value: string }[]>(fixed),
    image: f.maybe(f.image({ ...fixed, sheet: false })),
    quantity: f.int(fixed),
    unit: f.money(fixed),
    list_unit: f.money(fixed),
    total: f.money(fixed),
  },
})

/** Customers show how often they ordered. */
export const orderCount = extendResource('customer', { fields: { order_count: f.int({ default: 0, readOnly: true, list: true }) } })

const documentOf = ({ row }: Moving) => ({ type: 'order', id: row.id })

async function receive(m: Moving): Promise<void> {
  const { row, tx, ctx } = m
  const amount = parseMoney(String(row.total))
  if (amount > 0)
    await ctx.kernel
      .get(PAYMENTS)
      .capture(tx, ctx, documentOf(m), { id: String(m.input.reference || `staff-${row.id}`), amount, currency: String(row.currency) })
  await tx.run(sql`update sales_order set paid_minor = total_minor, hold_expires_at = null where id = ${row.id}`)
}

function handOver(m: Moving): Promise<void> {
  return m.ctx.kernel.get(STOCKROOM).consume(m.tx, m.ctx, documentOf(m))
}

function letGo(m: Moving): Promise<void> {
  return m.ctx.kernel.get(STOCKROOM).release(m.tx, documentOf(m))
}

/** Goods that were not handed over go back on the shelf; those that were are for a return to bring back. */
async function giveBack(m: Moving): Promise<void> {
  const amount = parseMoney(String(m.row.paid))
  if (amount > 0) await m.ctx.kernel.get(PAYMENTS).refund(m.tx, m.ctx, documentOf(m), { id: `refund-${m.row.id}`, amount })
  await m.tx.run(sql`update sales_order set refunded_minor = paid_minor where id = ${m.row.id}`)
  await letGo(m)
}
