import { type Ctx, AppError, INVALID, sql, type Message, message, type Tx } from 'stoa'
import { type LockedStock, lockStocks, setCosts } from 'stoa/plugins/catalogue'
import { averageCost } from '../../domain/average-cost.ts'
import { bookMovements, type Document, lockLines } from './ledger.ts'
import { findOrCreateLine, type Place } from './line.ts'

/** Units of a stock item that are received; a negative quantity corrects an earlier receipt. */
export interface DeliveredUnits extends Place {
  quantity: number
  /** Unit cost in minor units of the base currency. */
  unit_cost: number
  /** Path for errors in the caller's input, such as `lines.0`. */
  at: string
}

interface Stock extends LockedStock {
  /** Units in all warehouses. */
  quantityOnHand: number
}

/**
 * Receives stock into lines and books every unit as `receive`. Stock items are locked in id order before any line, so
 * that concurrent receipts of an item run one after the other: no units are lost, and the average cost is computed
 * from the latest value.
 * @returns the ids of the stock lines, in input order
 * @throws AppError INVALID below `at`
 */
export async function receiveStock(tx: Tx, ctx: Ctx, document: Document, delivered: readonly DeliveredUnits[]): Promise<number[]> {
  const stocks = await findStocks(tx, delivered)
  refuseUndated(delivered, stocks)
  const ids: number[] = []
  for (const i of order(delivered)) ids[i] = await findOrCreateLine(tx, delivered[i] as DeliveredUnits)
  const lines = new Map((await lockLines(tx, ids)).map((line) => [line.id, { free: line.quantity - line.reserved, change: 0 }]))
  for (const [i, d] of delivered.entries()) {
    const line = lines.get(ids[i] ?? 0)
    const stock = stocks.get(d.stock_id)
    if (!line || !stock) continue
    if (line.free + line.change + d.quantity < 0) fail([[`${d.at}.quantity`, message('inventory:error.taken_back', { count: line.free })]])
    line.change += d.quantity
    stock.cost = averageCost({ quantity: stock.quantityOnHand, cost: stock.cost }, d.quantity, d.unit_cost)
    stock.quantityOnHand += d.quantity
  }
  const entries = [...lines].map(([id, { change }]) => ({ inventory_id: id, type: 'receive', quantity: change }) as const)
  await bookMovements(tx, ctx, entries, document)
  await setCosts(tx, [...stocks.values()])
  return ids
}

async function findStocks(tx: Tx, delivered: readonly DeliveredUnits[]): Promise<Map<number, Stock>> {
  const ids = [...new Set(delivered.map((d) => d.stock_id))]
  const locked = await lockStocks(tx, ids)
  const lying = await tx.rows<{ id: number; held: number }>(
    sql`select stock_id as id, sum(quantity)::int as held from inventory where stock_id = any(${ids}::bigint[]) and not is_discard group by stock_id`,
  )
  const quantities = new Map(lying.map((row) => [row.id, row.held]))
  const stocks = new Map(locked.map((row) => [row.id, { ...row, quantityOnHand: quantities.get(row.id) ?? 0 }]))
  fail(delivered.filter((d) => !stocks.has(d.stock_id)).map((d) => [`${d.at}.stock_id`, message('core:rule.choice')]))
  return stocks
}

/** Items that expire need an expiry date on receipt. */
function refuseUndated(delivered: readonly DeliveredUnits[], stocks: ReadonlyMap<number, Stock>): void {
  fail(
    delivered
      .filter((d) => d.quantity > 0 && !d.expiry_date && stocks.get(d.stock_id)?.dated)
      .map((d) => [`${d.at}.expiry_date`, message('inventory:error.expiry_needed')]),
  )
}

function fail(problems: readonly (readonly [field: string, problem: Message])[]): void {
  if (problems.length > 0) throw new AppError(INVALID, Object.fromEntries(problems.map(([field, problem]) => [field, [problem]])))
}

/** Input indexes in the common order of line creation, to avoid a deadlock between two receipts of the same new items. */
function order(delivered: readonly DeliveredUnits[]): number[] {
  const key = (d: DeliveredUnits | undefined) => `${d?.expiry_date ?? '9999'} ${d?.lot_code ?? ''}`
  return delivered
    .map((_, i) => i)
    .sort((m, n) => {
      const [a, b] = [delivered[m], delivered[n]]
      return (a?.stock_id ?? 0) - (b?.stock_id ?? 0) || (a?.warehouse_id ?? 0) - (b?.warehouse_id ?? 0) || key(a).localeCompare(key(b))
    })
}
