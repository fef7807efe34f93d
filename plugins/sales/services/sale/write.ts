import { basic, type Ctx, empty, id as name, join, type Prepared, sql, type Sql, type Tx } from '#core'
import { numberFrom, type NumberParts, numberSql } from '../../../documents/index.ts'
import type { PickupPlace } from '../../../shipping/index.ts'
import { amountOf, type Applied } from './adjusters.ts'
import type { Address } from './checkout-input.ts'
import type { Choices } from './choice-names.ts'
import type { SaleCurrency } from './currency.ts'
import type { SaleLine } from './lines.ts'
import type { Counts } from './who-may-buy.ts'

const [PREFIX, SEQUENCE] = ['SO', 'order_number_seq']

/** What an order is known by before it is written, so that all that belongs to it can be sent along with it. */
export interface NewOrder {
  id: number
  number: string
  /** The moment of its transaction. */
  at: string
  /** Ids of its lines, as many as were asked for. */
  lines: readonly number[]
  /** What its buyer has ordered lately; null where nobody counts. */
  counts: Counts | null
}

/** `newOrderSql` as it is answered. */
export interface NewOrderRow extends NumberParts {
  new_id: number
  at: string
  line_ids: number[] | null
  counts: Counts | null
}

/**
 * Columns of a statement that is asked anyway: what a new order is known by that has a line for each of `rows`, and what its orderer has ordered
 * lately; `newOrder` reads them.
 */
export const newOrderSql = (
  ctx: Pick<Ctx, 'kernel'>,
  rows: Sql,
  counts: Sql = sql`null::json`,
): Sql => sql`nextval('sales_order_id_seq') as new_id,
  now() as at, (select json_agg(nextval('order_line_id_seq')) from ${rows}) as line_ids, ${counts} as counts,
  ${numberSql(SEQUENCE, ctx.kernel.settings.of(basic).time_zone)}`

export const newOrder = (row: NewOrderRow): NewOrder => ({
  id: row.new_id,
  number: numberFrom(PREFIX, row),
  at: row.at,
  lines: row.line_ids ?? [],
  counts: row.counts,
})

/** What the next order is known by, with so many lines. */
export async function nextOrder(tx: Tx, ctx: Ctx, lines: number, counts?: Sql): Promise<NewOrder> {
  const row = await tx.one<NewOrderRow>(sql`select ${newOrderSql(ctx, sql`generate_series(1, ${lines}::int)`, counts)}`)
  return newOrder(row ?? { new_id: 0, at: '', line_ids: null, counts: null, n: 0, day: '' })
}

/** Who buys, as far as they said. */
export interface Buyer {
  email: string | null
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
}

/** A line as it is sold. Amounts in minor units of the order's currency, `cost` in the base currency. */
export interface SoldLine {
  kind: string
  subject_id: number
  product_id: number | null
  product_type: string
  handover: string
  sku: string
  name: string
  options: { label: string; value: string }[]
  additional_options: Record<string, string>
  image: string | null
  quantity: number
  unit: number
  listUnit: number
  cost: number | null
  priceReason: string
  /** What is taken off by itself may lower its price. */
  discountable: boolean
  /** It was given along. */
  gift: boolean
  /** What its units come to, after all that is taken off. */
  total: number
}

/** A priced line as it is sold for `total`, all its units together. */
export const soldLine = (
  l: SaleLine & { unit: number; listUnit: number; giftOf?: string; discountable?: boolean },
  total: number,
  priceReason = '',
): SoldLine => ({
  kind: l.kind,
  subject_id: l.subject_id,
  product_id: l.product_id,
  product_type: l.type,
  handover: l.handover,
  sku: l.sku,
  name: l.name,
  options: l.options,
  additional_options: l.additional_options,
  image: l.image,
  quantity: l.quantity,
  unit: l.unit,
  listUnit: l.listUnit,
  cost: l.cost,
  priceReason: l.giftOf ?? priceReason,
  discountable: l.discountable ?? true,
  gift: l.giftOf !== undefined,
  total,
})

/** All that is written of a sale, whichever way it came about. Amounts in minor units of its currency. */
export interface Sale {
  status: 'pending' | 'draft'
  source: 'store' | 'admin' | 'pos' | 'redeem'
  customer: number | null
  person: number | null
  seller: number | null
  buyer: Buyer
  language: string
  currency: SaleCurrency
  subtotal: number
  discount: number
  shipping: number
  total: number
  /** The total in the base currency; worked out by the rate when absent. */
  baseTotal: number | null
  shippingMethod: { id: number | null; title: string }
  payment: { code: string; title: string }
  shippingAddress: Address | null
  billingAddress: Address | null
  pickup: PickupPlace | null
  note: string
  choices: Choices
  /** Mark of the network it comes from; null where nobody counts. */
  from: string | null
  /** Minutes for which its goods are held; null until it is placed. */
  holdMinutes: number | null
  lines: readonly SoldLine[]
  applied: readonly Applied[]
}

/** An order with the statement that writes it, and all that belongs to it. */
export interface Written {
  id: number
  write: Prepared
  /** Until when its goods are held; null while it is a draft. */
  heldUntil: string | null
  lines: { id: number; kind: string; subject_id: number; quantity: number }[]
}

/** What an order says of its sale, by column. The text never varies, so that statements of it are planned once. */
const headOf = (s: Sale): Record<string, Sql> => ({
  customer_id: sql`${s.customer}`,
  person_id: sql`${s.person}`,
  email: sql`${(s.buyer.email ?? '').trim().toLowerCase()}`,
  first_name: sql`${s.buyer.first_name}`,
  last_name: sql`${s.buyer.last_name}`,
  country_code: sql`${s.buyer.country_code}`,
  phone: sql`${s.buyer.phone}`,
  language: sql`${s.language}`,
  currency: sql`${s.currency.code}`,
  exchange_rate: sql`${s.currency.rate}::numeric`,
  subtotal_minor: sql`${s.subtotal}`,
  discount_minor: sql`${s.discount}`,
  shipping_minor: sql`${s.shipping}`,
  total_minor: sql`${s.total}`,
  base_total_minor: sql`coalesce(${s.baseTotal}::bigint, round(${s.total}::numeric / ${s.currency.rate}::numeric))`,
  shipping_method_id: sql`${s.shippingMethod.id}`,
  shipping_title: sql`${s.shippingMethod.title}`,
  payment_method: sql`${s.payment.code}`,
  payment_title: sql`${s.payment.title}`,
  shipping_address: sql`${s.shippingAddress && JSON.stringify(s.shippingAddress)}::jsonb`,
  billing_address: sql`${s.billingAddress && JSON.stringify(s.billingAddress)}::jsonb`,
  pickup: sql`${s.pickup && JSON.stringify(s.pickup)}::jsonb`,
  customer_note: sql`${s.note}`,
  choices: sql`${JSON.stringify(s.choices)}::jsonb`,
  units_total: sql`${s.lines.reduce((sum, l) => sum + (l.handover === 'sent' ? l.quantity : 0), 0)}`,
})

/** What of a sale is written beside its head. */
type Parts = Pick<Sale, 'lines' | 'applied'>

/** What is taken off the order `o`; most have nothing of the kind, and are written by a statement without it. */
const offSql = (s: Parts): Sql =>
  s.applied.length === 0
    ? empty
    : sql`off as (insert into order_adjustment (order_id, kind, label, code, source_id, amount_minor, shares)
    select o.id, a.kind, a.label, a.code, a.source_id, a.amount, a.shares from o, jsonb_to_recordset(${JSON.stringify(adjustmentsOf(s))}::jsonb)
      as a(n int, kind text, label text, code text, source_id bigint, amount bigint, shares jsonb) order by a.n),`

/** Lines and adjustments of the order `o`, the lines by their ids, as far as those are known. */
const partsOf = (s: Parts, ids: readonly number[] = []): Sql => sql`${offSql(s)}
  sold as (insert into order_line (id, order_id, kind, subject_id, product_id, product_type, handover, sku, name, options, additional_options, image, quantity,
      unit_minor, list_unit_minor, cost_minor, discount_minor, total_minor, price_reason, discountable, gift) overriding system value
    select coalesce(l.id, nextval('order_line_id_seq')), o.id, l.kind, l.subject_id, l.product_id, l.product_type, l.handover,
      l.sku, l.name, l.options, l.additional_options, l.image, l.quantity, l.unit, l."listUnit", l.cost, l.unit * l.quantity - l.total, l.total, l."priceReason", l.discountable, l.gift
    from o, jsonb_to_recordset(${JSON.stringify(s.lines.map((l, n) => ({ ...l, n, id: ids[n] })))}::jsonb) as l(n int, id bigint, kind text, subject_id bigint, product_id bigint,
      product_type text, handover text, sku text, name text, options jsonb, additional_options jsonb, image text, quantity int, unit bigint, "listUnit" bigint,
      cost bigint, total bigint, "priceReason" text, discountable boolean, gift boolean) order by l.n)
  select id from o`

/**
 * Writes into the history of orders what they went through, as part of a statement: `rows` answers an order's id, a status and the next, in
 * order; `dated`: and when that was.
 */
export const historySql = ({ actor }: Pick<Ctx, 'actor'>, rows: Sql, dated = false): Sql =>
  sql`insert into status_history (document_type, document_id, from_status, to_status, actor_kind, actor_id, created_at)
      select 'order', r.id, r.before, r.after, ${actor.kind}, ${'id' in actor ? actor.id : null}, ${dated ? sql`r.at` : sql`now()`}
      from (${rows}) r(id, before, after${dated ? sql`, at` : empty})`

const adjustmentsOf = ({ applied }: Parts) => applied.map(({ shipping, ...a }, n) => ({ ...a, n, amount: -amountOf({ ...a, shipping }) }))

/** A new order as it is written in one statement; the cart it came from is closed by it. */
export function orderOf(ctx: Ctx, { id, number, at, lines: ids }: NewOrder, s: Sale, cart: number | null = null): Written {
  const heldUntil = s.holdMinutes === null ? null : new Date(Date.parse(at) + s.holdMinutes * 60_000).toISOString()
  const head = {
    id: sql`${id}`,
    ...headOf(s),
    order_number: sql`${number}`,
    cart_id: sql`${cart}`,
    status: sql`${s.status}`,
    source: sql`${s.source}`,
    seller_admin_id: sql`${s.seller}`,
    placed_from: sql`${s.from}`,
    placed_at: sql`case when ${heldUntil}::timestamptz is null then null else now() end`,
    hold_expires_at: sql`${heldUntil}::timestamptz`,
  }
  const { text, values } = sql`with o as (insert into sales_order (${join(Object.keys(head).map(name))}) overriding system value
      values (${join(Object.values(head))}) returning id),
    closed as (update cart set status = 'completed', order_id = (select id from o), updated_at = now() where id = ${cart}),
    told as (${historySql(ctx, sql`select id, null::text, ${s.status}::text from o`)}),
    ${partsOf(s, ids)}`
  return {
    id,
    heldUntil,
    lines: s.lines.map(({ kind, subject_id, quantity }, n) => ({ id: ids[n] ?? 0, kind, subject_id, quantity })),
    write: { text, values, name: s.applied.length === 0 ? 'sales.order-write' : 'sales.order-write-off' },
  }
}

/** Writes a new order and waits for it. */
export async function writeOrder(tx: Tx, ctx: Ctx, known: NewOrder, sale: Sale): Promise<Written> {
  const order = orderOf(ctx, known, sale)
  tx.touch('order')
  await tx.run(order.write)
  return order
}

/** Writes an order that is a draft anew, under its lock. */
export async function rewriteOrder(tx: Tx, id: number, s: Sale): Promise<void> {
  const set = Object.entries(headOf(s)).map(([column, value]) => sql`${name(column)} = ${value}`)
  await Promise.all([
    tx.run(sql`delete from order_line where order_id = ${id}`),
    tx.run(sql`delete from order_adjustment where order_id = ${id}`),
    tx.run(
      sql`with o as (update sales_order set ${join(set)}, version = version + 1, updated_at = now() where id = ${id} returning id, hold_expires_at), ${partsOf(s)}`,
    ),
  ])
}

/** Adds lines to an order that was placed, and what is newly taken off it, under its lock. */
export const addParts = (
  tx: Tx,
  id: number,
  { added, applied }: { added: readonly SoldLine[]; applied: readonly Applied[] },
): Promise<unknown> => tx.run(sql`with o as (select id from sales_order where id = ${id}), ${partsOf({ lines: added, applied })}`)
