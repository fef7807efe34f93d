import { type Ctx, Failed, INVALID, sql, type Text, text, type Tx } from '#core'
import { averageCost } from '../domain/average-cost.ts'
import { actorName } from './ledger.ts'
import type { Document } from './stockroom.ts'

/** Units of a stock that come in, or with a negative quantity a correction of units that came in before. */
export interface Delivered {
  stock_id: number
  warehouse_id: number
  quantity: number
  expiry_date: string | null
  lot_code: string | null
  /** Cost of a unit in minor units of the base currency. */
  unit_cost: number
  /** Where messages about it stand in the caller's input, such as `lines.0`. */
  at: string
}

interface Stock {
  id: number
  cost: number | null
  held: number
  dated: boolean
}

interface Line {
  id: number
  quantity: number
  reserved: number
  is_discard: boolean
}

/**
 * Puts goods into their lines and books every unit as `receive`. Stocks are locked in id order before any line, so
 * that two deliveries of the same goods queue up: neither loses units nor averages over a cost of before the other.
 * Answers the ids of the inventory lines, in the order given.
 * @throws Failed INVALID, named below `at`.
 */
export async function receive(tx: Tx, ctx: Ctx, document: Document, delivered: readonly Delivered[]): Promise<number[]> {
  const stocks = await lockStocks(tx, delivered)
  refuseUndated(delivered, stocks)
  const order = delivered.map((_, i) => i).sort((a, b) => compare(delivered[a], delivered[b]))
  const ids: number[] = []
  for (const i of order) {
    const d = delivered[i]
    if (!d || d.quantity === 0) continue
    ids[i] = await book(tx, ctx, document, d)
    const stock = stocks.get(d.stock_id)
    if (!stock) continue
    stock.cost = averageCost({ quantity: stock.held, cost: stock.cost }, d.quantity, d.unit_cost)
    stock.held += d.quantity
  }
  const costs = [...stocks.values()].map(({ id, cost }) => ({ id, cost }))
  await tx.run(sql`update stock s set cost_minor = c.cost, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as c(id bigint, cost bigint) where s.id = c.id and s.cost_minor is distinct from c.cost`)
  tx.touch('product')
  return ids
}

async function lockStocks(tx: Tx, delivered: readonly Delivered[]): Promise<Map<number, Stock>> {
  const ids = [...new Set(delivered.map((d) => d.stock_id))]
  await tx.run(sql`select id from stock where id = any(${ids}::bigint[]) order by id for no key update`)
  const rows = await tx.rows<Stock>(sql`
    select s.id, s.cost_minor as cost, p.has_expiry_date as dated,
      (select coalesce(sum(i.quantity), 0)::int from inventory i where i.stock_id = s.id and not i.is_discard) as held
    from stock s join product p on p.id = s.product_id where s.id = any(${ids}::bigint[]) order by s.id`)
  const stocks = new Map(rows.map((row) => [row.id, row]))
  fail(delivered.filter((d) => !stocks.has(d.stock_id)).map((d) => [`${d.at}.stock_id`, text('core:rule.choice')]))
  return stocks
}

/** Goods that expire come in with their date, or nobody would know when to take them off the shelf. */
function refuseUndated(delivered: readonly Delivered[], stocks: ReadonlyMap<number, Stock>): void {
  fail(
    delivered
      .filter((d) => d.quantity > 0 && d.expiry_date === null && stocks.get(d.stock_id)?.dated)
      .map((d) => [`${d.at}.expiry_date`, text('catalogue:error.expiry_needed')]),
  )
}

async function book(tx: Tx, ctx: Ctx, document: Document, d: Delivered): Promise<number> {
  const line = await lineOf(tx, d)
  if (!line) throw only(d, 0)
  if (line.is_discard && line.quantity > 0) fail([[`${d.at}.lot_code`, text('catalogue:error.lot_discarded')]])
  const free = line.quantity - line.reserved
  if (free + d.quantity < 0) throw only(d, free)
  await tx.run(sql`update inventory set quantity = quantity + ${d.quantity}, visibled = visibled or ${d.quantity > 0},
    is_discard = is_discard and ${d.quantity < 0}, updated_at = now() where id = ${line.id}`)
  await tx.run(sql`
    insert into inventory_movement (inventory_id, stock_id, warehouse_id, type, quantity, balance_after, document_type, document_id, actor)
    values (${line.id}, ${d.stock_id}, ${d.warehouse_id}, 'receive', ${d.quantity}, ${line.quantity + d.quantity}, ${document.type}, ${document.id}, ${actorName(ctx)})`)
  return line.id
}

/** The locked line of these goods; made when they come in and there is none. */
async function lineOf(tx: Tx, d: Delivered): Promise<Line | undefined> {
  if (d.quantity > 0)
    await tx.run(sql`insert into inventory (stock_id, warehouse_id, expiry_date, lot_code)
      values (${d.stock_id}, ${d.warehouse_id}, ${d.expiry_date}, ${d.lot_code}) on conflict do nothing`)
  return tx.one<Line>(sql`select id, quantity, reserved, is_discard from inventory
    where stock_id = ${d.stock_id} and warehouse_id = ${d.warehouse_id} and coalesce(expiry_date, 'infinity'::date) = coalesce(${d.expiry_date}::date, 'infinity'::date)
      and coalesce(lot_code, '') = coalesce(${d.lot_code}, '') for update`)
}

const only = (d: Delivered, free: number) =>
  new Failed(INVALID, { [`${d.at}.quantity`]: [text('catalogue:error.taken_back', { count: free })] })

function fail(problems: readonly (readonly [field: string, problem: Text])[]): void {
  if (problems.length > 0) throw new Failed(INVALID, Object.fromEntries(problems.map(([field, problem]) => [field, [problem]])))
}

/** Lines are made and taken in one order by everybody. */
function compare(a: Delivered | undefined, b: Delivered | undefined): number {
  const key = (d: Delivered | undefined) => `${d?.expiry_date ?? '9999'} ${d?.lot_code ?? ''}`
  return (a?.stock_id ?? 0) - (b?.stock_id ?? 0) || (a?.warehouse_id ?? 0) - (b?.warehouse_id ?? 0) || key(a).localeCompare(key(b))
}
