import { Failed, type Sql, sql, type Text, text, type Tx } from '#core'
import { isCountedSql, OUT_OF_STOCK } from '../../../catalogue/index.ts'
import { findMissing, type Short } from './found.ts'
import type { Document } from './ledger.ts'
import type { Over } from './over.ts'
import { sellable } from './sellable.ts'

/** So many of a stock, for one line of a document. */
export interface Demand {
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
const dividedSql = (demands: readonly Demand[], { warehouse, also }: From): Sql => sql`
  with asked as (
    select d.stock_id, d.line_id, d.quantity, sum(d.quantity) over (partition by d.stock_id order by d.n) - d.quantity as before
    from unnest((select ${demands.map((d) => d.stock_id)}::bigint[]), (select ${demands.map((d) => d.line_id)}::bigint[]),
      (select ${demands.map((d) => d.quantity)}::int[])) with ordinality as d(stock_id, line_id, quantity, n)
    where d.quantity > 0 and ${isCountedSql(sql`d.stock_id`)}),
  shelf as materialized (
    select i.id, i.stock_id, i.quantity - i.reserved as free, w.priority, i.expiry_date
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

/** What was taken, by line of goods. */
export const byLine = sql`(select inventory_id, sum(quantity)::int as n from taken group by 1) t`

/**
 * Divides demands and writes what they take by `write`, parts of a statement that find it as `taken`; nothing at all where anything is
 * short. @throws Failed OUT_OF_STOCK with a text by stock id
 */
export async function draw(tx: Tx, document: Document, demands: readonly Demand[], write: Sql, name: string, over?: Over): Promise<void> {
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
  if (short.length > 0 && over?.found) short = await attempt(await findMissing(tx, document, short, { ...over, found: over.found }))
  if (short.length > 0) throw new Failed(OUT_OF_STOCK, shortTexts(short))
}

/**
 * The same as a whole statement that nobody waits for. `write` must fail on units without a line of goods, which are those there is not
 * enough of: then the transaction is undone.
 */
export const drawSql = (demands: readonly Demand[], write: Sql): Sql => sql`${dividedSql(demands, { warehouse: null, also: [] })},
  taken as (select * from found union all select null, stock_id, null, missing from short), ${write} select`

const shortTexts = (short: readonly Short[]): Record<string, Text[]> =>
  Object.fromEntries(short.map(({ stock_id, there }) => [`stock.${stock_id}`, [text('inventory:error.only_left', { count: there })]]))
