import { basic, type Ctx, empty, join, type PreparedStatement, sql, type Sql, type Tx } from 'stoa'
import { numberFrom, type NumberParts, numberSql } from 'stoa/plugins/documents'
import { getAmount, type Applied } from '../sale/adjustment-providers.ts'
import { orderColumns } from '../../resources/order-columns.ts'
import type { TaxPart } from '../../domain/tax.ts'
import { orderLine } from '../../resources/order-line.ts'
import { orderTax } from '../../resources/order-tax.ts'
import type { Sale, SoldLine } from '../sale/sale.ts'
import type { Counts } from '../sale/buyer-limits.ts'

const [PREFIX, SEQUENCE] = ['SO', 'order_number_seq']

/** Id, number and line ids of an order before it is written, so that dependent rows can be sent in the same statement. */
export interface NewOrder {
  id: number
  number: string
  /** Start time of its transaction. */
  at: string
  /** Ids of its lines, as many as were requested. */
  lines: readonly number[]
  /** Recent order counts of the buyer; null without a limit. */
  counts: Counts | null
}

/** Result row of `newOrderSql`. */
export interface NewOrderRow extends NumberParts {
  new_id: number
  at: string
  line_ids: number[] | null
  counts: Counts | null
}

/**
 * Columns to add to a statement that runs anyway: the identifiers of a new order with one line for each of `rows`,
 * and the buyer's recent order counts. `toNewOrder` reads them.
 */
export const newOrderSql = (
  ctx: Pick<Ctx, 'kernel'>,
  rows: Sql,
  counts: Sql = sql`null::json`,
): Sql => sql`nextval('sales_order_id_seq') as new_id,
  now() as at, (select json_agg(nextval('order_line_id_seq')) from ${rows}) as line_ids, ${counts} as counts,
  ${numberSql(SEQUENCE, ctx.kernel.settings.of(basic).time_zone)}`

export const toNewOrder = (row: NewOrderRow): NewOrder => ({
  id: row.new_id,
  number: numberFrom(PREFIX, row),
  at: row.at,
  lines: row.line_ids ?? [],
  counts: row.counts,
})

/** Identifiers for the next order, with that many lines. */
export async function allocateOrder(tx: Tx, ctx: Ctx, lines: number, counts?: Sql): Promise<NewOrder> {
  const row = await tx.one<NewOrderRow>(sql`select ${newOrderSql(ctx, sql`generate_series(1, ${lines}::int)`, counts)}`)
  return toNewOrder(row ?? { new_id: 0, at: '', line_ids: null, counts: null, n: 0, day: '' })
}

/** An order with the statement that writes it and its dependent rows. */
export interface OrderWrite {
  id: number
  write: PreparedStatement
  /** Expiry of its reservation; null for a draft. */
  holdExpiresAt: string | null
  lines: (Pick<SoldLine, 'kind' | 'subject_id' | 'quantity' | 'handover'> & { id: number })[]
}

/** Columns of the order row of a sale. */
const toOrderRow = (s: Sale) => ({
  customer_id: s.customer,
  person_id: s.person,
  email: (s.buyer.email ?? '').trim().toLowerCase(),
  first_name: s.buyer.first_name,
  last_name: s.buyer.last_name,
  country_code: s.buyer.country_code,
  phone: s.buyer.phone,
  language: s.language,
  currency: s.currency.code,
  exchange_rate: s.currency.rate,
  subtotal_minor: s.subtotal,
  discount_minor: s.discount,
  shipping_minor: s.shipping,
  tax_minor: s.tax,
  total_minor: s.total,
  base_total_minor: sql`coalesce(${s.baseTotal}::bigint, round(${s.total}::numeric / ${s.currency.rate}::numeric))`,
  shipping_method_id: s.shippingMethod.id,
  shipping_title: s.shippingMethod.title,
  payment_method: s.payment.code,
  payment_title: s.payment.title,
  shipping_address: s.shippingAddress,
  billing_address: s.billingAddress,
  pickup: s.pickup,
  customer_note: s.note,
  choices: s.choices,
  units_total: countShippableUnits(s),
})

const countShippableUnits = ({ lines }: Pick<Sale, 'lines'>): number =>
  lines.reduce((sum, l) => sum + (l.handover === 'sent' ? l.quantity : 0), 0)

/** The parts of a sale written to other tables than the order row. */
type SaleParts = Pick<Sale, 'lines' | 'applied' | 'shippingTaxes'> & Partial<Pick<Sale, 'isHandedOver'>>

/** Tax rows of a line, or of shipping if there is no line. */
const toTaxRows = (taxes: readonly TaxPart[], order_line_id: number | null) =>
  taxes.map(({ code, label, rate, amount }) => ({ order_line_id, code, label, rate: String(rate), amount_minor: amount }))

const isTaxed = ({ lines }: Pick<Sale, 'lines'>): boolean => lines.some(({ taxes }) => taxes.length > 0)

/** Ids for lines that are written with taxes, since tax rows reference them; none if nothing is taxed. */
async function allocateLineIds(tx: Tx, s: Pick<Sale, 'lines'>): Promise<number[]> {
  if (!isTaxed(s)) return []
  const rows = await tx.rows<{ id: number }>(sql`select nextval('order_line_id_seq') as id from generate_series(1, ${s.lines.length}::int)`)
  return rows.map(({ id }) => id)
}

/** SQL: the adjustments of the order `o`. */
const adjustmentsSql = (
  s: SaleParts,
): Sql => sql`adjustments as (insert into order_adjustment (order_id, kind, label, code, source_id, amount_minor, shares)
    select o.id, a.kind, a.label, a.code, a.source_id, a.amount, a.shares from o, jsonb_to_recordset(${JSON.stringify(toAdjustmentRows(s))}::jsonb)
      as a(n int, kind text, label text, code text, source_id bigint, amount bigint, shares jsonb) order by a.n)`

/** Columns of a line, with its id if known, and the units handed over at once. */
const toLineRow = (l: SoldLine, id: number | undefined, sent: number) => ({
  ...(id === undefined ? {} : { id }),
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
  shipped_quantity: sent,
  unit_minor: l.unit,
  list_unit_minor: l.listUnit,
  cost_minor: l.cost,
  discount_minor: l.unit * l.quantity - l.total,
  total_minor: l.total,
  price_reason: l.priceReason,
  discountable: l.discountable,
  gift: l.gift,
})

/**
 * SQL parts for lines, adjustments and taxes of the order `o`, which an earlier part defines; lines have ids if
 * known. `existingTaxes` are taxes of lines that exist already.
 */
function orderPartsSql(
  o: Sql,
  writer: Pick<Tx, 'insertAllSql'>,
  s: SaleParts,
  ids: readonly number[] = [],
  existingTaxes: ReturnType<typeof toTaxRows> = [],
): Sql {
  const rows = s.lines.map((line, n) => toLineRow(line, ids[n], s.isHandedOver && line.handover === 'sent' ? line.quantity : 0))
  const taxes = [
    ...existingTaxes,
    ...s.lines.flatMap((line, n) => toTaxRows(line.taxes, ids[n] ?? null)),
    ...toTaxRows(s.shippingTaxes, null),
  ]
  const parts = [
    o,
    ...(s.applied.length > 0 ? [adjustmentsSql(s)] : []),
    ...(rows.length > 0 ? [sql`lines as (${writer.insertAllSql(orderLine, rows, { order_id: sql`o.id` }, sql`o`)})`] : []),
    ...(taxes.length > 0 ? [sql`taxes as (${writer.insertAllSql(orderTax, taxes, { order_id: sql`o.id` }, sql`o`)})`] : []),
  ]
  return sql`with ${join(parts)} select id from o`
}

/**
 * SQL part that writes status history of orders. `rows` returns order id, status and next status, in order, and with
 * `dated` also the time.
 */
export const historySql = ({ actor }: Pick<Ctx, 'actor'>, rows: Sql, dated = false): Sql =>
  sql`insert into status_history (document_type, document_id, from_status, to_status, actor_kind, actor_id, created_at)
      select 'order', r.id, r.before, r.after, ${actor.kind}, ${'id' in actor ? actor.id : null}, ${dated ? sql`r.at` : sql`now()`}
      from (${rows}) r(id, before, after${dated ? sql`, at` : empty})`

const toAdjustmentRows = ({ applied }: SaleParts) =>
  applied.map(({ shipping, ...a }, n) => ({ ...a, n, amount: -getAmount({ ...a, shipping }) }))

/** Name of the prepared statement of an order, by what its text depends on. */
const statementName = ({ applied, lines, shippingTaxes }: SaleParts, ids: readonly number[]): string =>
  [
    'sales.order-write',
    applied.length > 0 && 'adjustments',
    (shippingTaxes.length > 0 || isTaxed({ lines })) && 'tax',
    lines.length === 0 && 'empty',
    ids.length === 0 && 'new',
  ]
    .filter(Boolean)
    .join('-')

/** A new order written in one statement; the same statement closes its cart. */
export function toOrder(ctx: Ctx, { id, number, at, lines: ids }: NewOrder, s: Sale, cart: number | null = null): OrderWrite {
  const holdExpiresAt = s.holdMinutes === null ? null : new Date(Date.parse(at) + s.holdMinutes * 60_000).toISOString()
  const head = {
    id,
    ...toOrderRow(s),
    order_number: number,
    cart_id: cart,
    status: s.status,
    source: s.source,
    seller_admin_id: s.seller,
    store_id: s.store,
    placed_from: s.networkHash,
    placed_at: sql`case when ${holdExpiresAt}::timestamptz is null then null else now() end`,
    hold_expires_at: holdExpiresAt,
    paid_minor: s.isPaid ? s.total : 0,
    units_shipped: s.isHandedOver ? countShippableUnits(s) : 0,
  }
  const o = sql`o as (${ctx.kernel.records.insertSql(orderColumns, head)} returning id),
    closed_cart as (update cart set status = 'completed', order_id = (select id from o), updated_at = now() where id = ${cart}),
    history as (${historySql(ctx, sql`select id, null::text, ${s.status}::text from o`)})`
  const { text, values } = orderPartsSql(o, ctx.kernel.records, s, ids)
  return {
    id,
    holdExpiresAt,
    lines: s.lines.map(({ kind, subject_id, quantity, handover }, n) => ({ id: ids[n] ?? 0, kind, subject_id, quantity, handover })),
    write: { text, values, name: statementName(s, ids) },
  }
}

/** Sends the statement of a new order. Later queries of the transaction see the order. */
export async function writeOrder(tx: Tx, order: OrderWrite): Promise<void> {
  tx.invalidate('order')
  await tx.run(order.write)
}

/** Rewrites a draft order under its row lock. */
export async function rewriteOrder(tx: Tx, id: number, s: Sale): Promise<void> {
  const ids = await allocateLineIds(tx, s)
  await Promise.all([
    tx.remove(orderLine, { order_id: id }),
    tx.run(sql`with t as (delete from order_tax where order_id = ${id}) delete from order_adjustment where order_id = ${id}`),
    tx.run(orderPartsSql(sql`o as (${tx.updateSql(orderColumns, { id }, toOrderRow(s))} returning t.id)`, tx, s, ids)),
  ])
}

/** What is added to a placed order. */
interface AddedParts extends Pick<Sale, 'shippingTaxes'> {
  added: readonly SoldLine[]
  applied: readonly Applied[]
  /** Its earlier lines with their taxes. */
  lines: readonly { id: number; taxes: readonly TaxPart[] }[]
}

/** Adds lines, new adjustments and all taxes to a placed order, under its row lock. */
export async function addOrderParts(tx: Tx, id: number, { added, applied, lines, shippingTaxes }: AddedParts): Promise<void> {
  const ids = await allocateLineIds(tx, { lines: added })
  const existingTaxes = lines.flatMap((line) => toTaxRows(line.taxes, line.id))
  await tx.run(
    orderPartsSql(
      sql`o as (select id from sales_order where id = ${id})`,
      tx,
      { lines: added, applied, shippingTaxes },
      ids,
      existingTaxes,
    ),
  )
}
