import { type Ctx, AppError, type Sql, sql, type Message, message, type Tx } from 'stoa'
import { isCountedSql, OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { receiveMissing, type Short } from './receive-missing.ts'
import { type Document } from './ledger.ts'
import type { ShortfallHandling } from './shortfall-handling.ts'
import { saleMovementsSql } from './sale-movement.ts'

/** Goods that can be sold: shown, not discarded, not expired, in a warehouse that is open. `i` is the line, `w` its warehouse. */
export const sellable = sql`i.visibled and not i.is_discard and w.enabled and (i.expiry_date is null or i.expiry_date >= (select business_day()))`

/** So many of a stock, for one line of a document. */
export interface StockDemand {
  stock_id: number
  quantity: number
  line_id: number | null
}

/** Which lines of goods are drawn from: of one warehouse or of any, and lines whatever stands in their way. */
interface From {
  warehouse: number | null
  also: readonly number[]
}

/**
 * How demands are divided over lines of goods, as the beginning of a statement: by the priority of their warehouse, then what expires
 * first, then the oldest line. What is asked for of a stock and what is free of it are each laid end to end; where a stretch of one covers
 * a stretch of the other, so much is taken. So lines that ask for one stock never take more than is there together.
 *
 * `found` has `inventory_id`, `stock_id`, `line_id` and `quantity`; `short` has the stocks there is not enough of, the last row of each with
 * all that it lacks. Lines of goods are locked in id order. Stocks nobody counts are passed over. `(select …)` hides from the planner how
 * many they are: it would else plan anew each time.
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
 * What was taken, by line of goods, with what the line holds under its lock. An update of the same statement has to reckon from that: it
 * first looks at the line as it was before another changed it, and what it would come to from there might break a constraint.
 */
const byLine = sql`(select s.id, s.quantity, s.reserved, x.n from shelf s
    join (select inventory_id, sum(quantity)::int as n from taken group by 1) x on x.inventory_id = s.id) t`

/**
 * Divides demands and writes what they take by `write`, parts of a statement that find it as `taken`; nothing at all where anything is
 * short. @throws Failed OUT_OF_STOCK with a text by stock id
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

/** Reserves what was taken for a document. */
const heldSql = ({ type, id }: Document): Sql => sql`
  drawn as (update inventory i set quantity = t.quantity, reserved = t.reserved + t.n, updated_at = now() from ${byLine} where i.id = t.id),
  held as (insert into reservation (inventory_id, stock_id, document_type, document_id, line_id, quantity)
    select inventory_id, stock_id, ${type}, ${id}, line_id, quantity from taken)`

/**
 * Holds goods. Lines of goods are locked in id order and drawn from under that lock: of any number of buyers of the last units, exactly so
 * many get them. Stocks that are not tracked are passed over. @throws Failed OUT_OF_STOCK with a text by stock id
 */
export const reserveStock = (tx: Tx, document: Document, demands: readonly StockDemand[], over?: ShortfallHandling): Promise<void> =>
  allocateStock(tx, document, demands, heldSql(document), 'stockroom.reserve', over)

/** Books goods out as sold that leave over a counter at once: held and consumed in one. @throws Failed OUT_OF_STOCK */
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

/** Holds what a document does not hold yet of so many units of its lines. @throws Failed OUT_OF_STOCK */
export async function allocateRest(tx: Tx, document: Document, demands: readonly StockDemand[]): Promise<void> {
  const kept = await tx.rows<{ line_id: number; quantity: number }>(
    sql`select line_id, sum(quantity)::int as quantity from reservation
    where document_type = ${document.type} and document_id = ${document.id} and status = 'pending' and line_id is not null group by line_id`,
  )
  const units = new Map(kept.map((k) => [k.line_id, k.quantity]))
  const missing = demands.map((d) => ({ ...d, quantity: d.quantity - (units.get(d.line_id ?? 0) ?? 0) })).filter((d) => d.quantity > 0)
  if (missing.length > 0) await reserveStock(tx, document, missing)
}
