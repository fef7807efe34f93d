import { type Ctx, AppError, type Sql, sql, type Message, message, type Tx } from 'stoa'
import { isCountedSql, OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { receiveMissing, type Short } from './receive-missing.ts'
import { type Document } from './ledger.ts'
import type { ShortfallHandling } from './shortfall-handling.ts'
import { saleMovementsSql } from './sale-movement.ts'

/** SQL: stock for sale: visible, not discarded, not expired, in an enabled warehouse. `i` is the line, `w` its warehouse. */
export const sellable = sql`i.visibled and not i.is_discard and w.enabled and (i.expiry_date is null or i.expiry_date >= (select business_day()))`

/** A quantity of a stock item for one line of a document. */
export interface StockDemand {
  stock_id: number
  quantity: number
  line_id: number | null
}

/** Which stock lines are allocated: of one warehouse or of any, and specific lines regardless of the sale conditions. */
interface From {
  warehouse: number | null
  also: readonly number[]
}

/**
 * SQL: allocates demands to stock lines, as the beginning of a statement. The order is warehouse priority, then
 * earliest expiry, then oldest line. For each stock item, demands and free units are laid out as cumulative ranges;
 * the overlap of two ranges is the quantity taken. Demands for the same item therefore never take more than is
 * available together.
 * `found` has `inventory_id`, `stock_id`, `line_id` and `quantity`; `short` has the items with too little stock, the
 * last row of each with the total shortage. Stock lines are locked in id order. Untracked items are skipped. `(select
 * …)` hides the array length from the planner, which would otherwise replan the statement each time.
 */
const dividedSql = (demands: readonly StockDemand[], { warehouse, also }: From): Sql => sql`
  with asked as (
    select d.stock_id, d.line_id, d.quantity, sum(d.quantity) over (partition by d.stock_id order by d.n) - d.quantity as before
    from unnest((select ${demands.map((d) => d.stock_id)}::bigint[]), (select ${demands.map((d) => d.line_id)}::bigint[]),
      (select ${demands.map((d) => d.quantity)}::int[])) with ordinality as d(stock_id, line_id, quantity, n)
    where d.quantity > 0 and ${isCountedSql(sql`d.stock_id`)}),
  shelf as materialized (
    select i.id, i.stock_id, i.quantity, i.reserved, i.quantity - i.reserved as free, w.priority, i.expiry_date
    from inventory i join warehouse w on w.id = i.warehouse_id
    where i.stock_id in (select stock_id from asked) and (${warehouse}::bigint is null or i.warehouse_id = ${warehouse}::bigint)
      and (${sellable} or i.id = any(${[...also]}::bigint[])) order by i.id for update of i),
  laid as (
    select id, stock_id, free, sum(free) over (partition by stock_id order by priority, expiry_date nulls last, id) - free as before
    from shelf where free > 0),
  found as (
    select l.id as inventory_id, a.stock_id, a.line_id, (least(a.before + a.quantity, l.before + l.free) - greatest(a.before, l.before))::int as quantity
    from asked a join laid l on l.stock_id = a.stock_id and l.before < a.before + a.quantity and a.before < l.before + l.free),
  short as (
    select a.stock_id, s.there, (a.before + a.quantity - s.there)::int as missing
    from asked a cross join lateral (select coalesce(sum(free), 0)::int as there from shelf where shelf.stock_id = a.stock_id) s
    where a.before + a.quantity > s.there)`

/**
 * SQL: units taken by stock line, with the quantities under the row lock. An update in the same statement must
 * compute from these: it first sees the row version before a concurrent change, and a result computed from that could
 * violate a constraint.
 */
const byLine = sql`(select s.id, s.quantity, s.reserved, x.n from shelf s
    join (select inventory_id, sum(quantity)::int as n from taken group by 1) x on x.inventory_id = s.id) t`

/**
 * Allocates demands and writes them with `write`, the parts of a statement that read `taken`; writes nothing if any
 * item is short.
 * @throws AppError OUT_OF_STOCK with a text by stock id
 */
async function allocateStock(
  tx: Tx,
  document: Document,
  demands: readonly StockDemand[],
  write: Sql,
  name: string,
  over?: ShortfallHandling,
): Promise<void> {
  if (demands.length === 0) return
  const attempt = async (also: readonly number[]) => {
    const rows = await tx.rows<Short>(
      sql`${dividedSql(demands, { warehouse: over?.warehouse ?? null, also })},
        taken as (select * from found where not exists (select from short)), ${write} select * from short`,
      name,
    )
    return [...new Map(rows.map((row) => [row.stock_id, row])).values()]
  }
  let short = await attempt([])
  if (short.length > 0 && over?.found) short = await attempt(await receiveMissing(tx, document, short, { ...over, found: over.found }))
  if (short.length > 0) throw new AppError(OUT_OF_STOCK, shortTexts(short))
}

const shortTexts = (short: readonly Short[]): Record<string, Message[]> =>
  Object.fromEntries(short.map(({ stock_id, there }) => [`stock.${stock_id}`, [message('inventory:error.only_left', { count: there })]]))

/** SQL: reserves the allocated units for a document. */
const heldSql = ({ type, id }: Document): Sql => sql`
  drawn as (update inventory i set quantity = t.quantity, reserved = t.reserved + t.n, updated_at = now() from ${byLine} where i.id = t.id),
  held as (insert into reservation (inventory_id, stock_id, document_type, document_id, line_id, quantity)
    select inventory_id, stock_id, ${type}, ${id}, line_id, quantity from taken)`

/**
 * Reserves stock. Stock lines are locked in id order and allocated under the lock, so that concurrent buyers never
 * get more than the available units. Untracked items are skipped.
 * @throws AppError OUT_OF_STOCK with a text by stock id
 */
export const reserveStock = (tx: Tx, document: Document, demands: readonly StockDemand[], over?: ShortfallHandling): Promise<void> =>
  allocateStock(tx, document, demands, heldSql(document), 'stockroom.reserve', over)

/** Books out stock that leaves the counter at once: reserves and consumes it in one step. @throws AppError OUT_OF_STOCK */
export async function sellStock(
  tx: Tx,
  ctx: Ctx,
  document: Document,
  demands: readonly StockDemand[],
  over?: ShortfallHandling,
): Promise<void> {
  const sold = sql`kept as (insert into reservation (inventory_id, stock_id, document_type, document_id, line_id, quantity, status)
      select inventory_id, stock_id, ${document.type}, ${document.id}, line_id, quantity, 'completed' from taken),
    booked as (update inventory i set quantity = t.quantity - t.n, reserved = t.reserved, updated_at = now() from ${byLine} where i.id = t.id
      returning i.id, i.stock_id, i.warehouse_id, i.quantity, t.n),
    told as (${saleMovementsSql(tx, ctx, document, sql`booked order by id`)})`
  await allocateStock(tx, document, demands, sold, 'stockroom.sell', over)
}

/** Reserves the units of lines that a document has not reserved yet. @throws AppError OUT_OF_STOCK */
export async function allocateRest(tx: Tx, document: Document, demands: readonly StockDemand[]): Promise<void> {
  const reservedLines = await tx.rows<{ line_id: number; quantity: number }>(
    sql`select line_id, sum(quantity)::int as quantity from reservation
    where document_type = ${document.type} and document_id = ${document.id} and status = 'pending' and line_id is not null group by line_id`,
  )
  const units = new Map(reservedLines.map((k) => [k.line_id, k.quantity]))
  const missing = demands.map((d) => ({ ...d, quantity: d.quantity - (units.get(d.line_id ?? 0) ?? 0) })).filter((d) => d.quantity > 0)
  if (missing.length > 0) await reserveStock(tx, document, missing)
}
