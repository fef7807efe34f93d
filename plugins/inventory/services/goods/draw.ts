import { Failed, type Sql, sql, type Text, text, type Tx } from '#core'
import { OUT_OF_STOCK, uncountedStocksSql } from '../../../catalogue/index.ts'
import { allocate, type Demand, type Shelf, type Taken } from '../../domain/allocate.ts'
import { findMissing } from './found.ts'
import type { Document } from './ledger.ts'
import type { Over } from './over.ts'
import { sellable } from './sellable.ts'

/** Lines of goods under lock, and the stocks among those asked for that nobody counts. */
export interface Shelves {
  shelves: readonly Shelf[]
  uncounted: ReadonlySet<number>
}

/** Stocks as rows of a statement whose text never varies under its name. */
export interface Stocks {
  rows: Sql
  name: string
}

/** Stocks by their ids. `(select …)` hides from the planner how many they are: it would else plan anew with every order. */
const stocksOf = (ids: readonly number[]): Stocks => ({ rows: sql`select unnest((select ${[...ids]}::bigint[]))`, name: 'ids' })

/** Locks the lines of goods that stocks can be sold from, in id order; `only` those of one warehouse. */
export async function lockShelves(tx: Tx, stocks: Stocks, only: number | null = null): Promise<Shelves> {
  const found = await tx.rows<Shelf | { id: null; stock_id: number }>(
    sql`
      with asked(id) as (${stocks.rows}),
        shelves as materialized (select i.id, i.stock_id, i.quantity - i.reserved as free, w.priority, i.expiry_date as expiry
          from inventory i join warehouse w on w.id = i.warehouse_id
          where i.stock_id in (select id from asked) and (${only}::bigint is null or i.warehouse_id = ${only}::bigint) and ${sellable} order by i.id for update of i)
      select * from shelves union all
      select null, u.id, null, null, null from (${uncountedStocksSql}) u where u.id in (select id from asked)`,
    `stockroom.lock ${stocks.name}`,
  )
  return {
    shelves: found.flatMap((row) => (row.id === null ? [] : [row])),
    uncounted: new Set(found.flatMap((row) => (row.id === null ? [row.stock_id] : []))),
  }
}

/**
 * Divides demands over lines of goods, which are locked when they are not yet. Nothing is written but what is found. Stocks nobody counts
 * are passed over. @throws Failed OUT_OF_STOCK with a text by stock id
 */
export async function draw(tx: Tx, document: Document, demands: readonly Demand[], over?: Over, locked?: Shelves): Promise<Taken[]> {
  const stocks = demands.map((d) => d.stock_id)
  const { shelves, uncounted } = locked ?? (await lockShelves(tx, stocksOf(stocks), over?.warehouse ?? null))
  const held = demands.filter((d) => !uncounted.has(d.stock_id))
  if (held.length === 0) return []
  let { taken, short } = allocate(shelves, held)
  if (short.size > 0 && over?.found) {
    const all = await findMissing(tx, document, held, shelves, { ...over, found: over.found })
    ;({ taken, short } = allocate(all, held))
  }
  if (short.size > 0) throw new Failed(OUT_OF_STOCK, shortTexts(short))
  return taken
}

/** What was taken as rows of a statement, whose text does not hang on how many they are. */
export const takenSql = (
  taken: readonly Taken[],
): Sql => sql`select * from unnest((select ${taken.map((t) => t.inventory_id)}::bigint[]), (select ${taken.map((t) => t.stock_id)}::bigint[]),
  (select ${taken.map((t) => t.line_id)}::bigint[]), (select ${taken.map((t) => t.quantity)}::int[])) as t(inventory_id, stock_id, line_id, quantity)`

function shortTexts(short: ReadonlyMap<number, number>): Record<string, Text[]> {
  return Object.fromEntries([...short].map(([stock, left]) => [`stock.${stock}`, [text('inventory:error.only_left', { count: left })]]))
}
