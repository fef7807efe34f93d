import { type Ctx, AppError, INVALID, sql, type Message, message, type Tx } from 'stoa'
import { type LockedStock, lockStocks, setCosts } from 'stoa/plugins/catalogue'
import { averageCost } from '../../domain/average-cost.ts'
import { bookMovements, type DocumentRef, lockInventoryRows } from './ledger.ts'
import { findOrCreateInventoryRow, type InventoryKey } from './inventory-row.ts'

/** Units of a stock item that are received; a negative quantity corrects an earlier receipt. */
export interface DeliveredUnits extends InventoryKey {
  quantity: number
  /** Unit cost in minor units of the base currency. */
  unit_cost: number
  /** Path for errors in the caller's input, such as `lines.0`. */
  path: string
}

interface Stock extends LockedStock {
  /** Units in all warehouses. */
  quantityOnHand: number
}

/**
 * Receives stock into inventory rows and books every unit as `receive`. Stock items are locked in id order before any row, so
 * that concurrent receipts of an item run one after the other: no units are lost, and the average cost is computed
 * from the latest value.
 * @returns the ids of the inventory rows, in input order
 * @throws AppError INVALID below `path`
 */
export async function receiveStock(tx: Tx, ctx: Ctx, document: DocumentRef, delivered: readonly DeliveredUnits[]): Promise<number[]> {
  const stocks = await findStocks(tx, delivered)
  assertExpiryDates(delivered, stocks)
  const ids: number[] = []
  for (const i of getCreationOrder(delivered)) ids[i] = await findOrCreateInventoryRow(tx, delivered[i] as DeliveredUnits)
  const lines = new Map((await lockInventoryRows(tx, ids)).map((line) => [line.id, { free: line.quantity - line.reserved, change: 0 }]))
  for (const [i, d] of delivered.entries()) {
    const line = lines.get(ids[i] ?? 0)
    const stock = stocks.get(d.stock_id)
    if (!line || !stock) continue
    if (line.free + line.change + d.quantity < 0)
      throwProblems([[`${d.path}.quantity`, message('inventory:error.taken_back', { count: line.free })]])
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
  const onHand = await tx.rows<{ id: number; quantity: number }>(
    sql`select stock_id as id, sum(quantity)::int as quantity from inventory where stock_id = any(${ids}::bigint[]) and not is_discard group by stock_id`,
  )
  const quantities = new Map(onHand.map((row) => [row.id, row.quantity]))
  const stocks = new Map(locked.map((row) => [row.id, { ...row, quantityOnHand: quantities.get(row.id) ?? 0 }]))
  throwProblems(delivered.filter((d) => !stocks.has(d.stock_id)).map((d) => [`${d.path}.stock_id`, message('core:rule.choice')]))
  return stocks
}

/** Items that expire need an expiry date on receipt. */
function assertExpiryDates(delivered: readonly DeliveredUnits[], stocks: ReadonlyMap<number, Stock>): void {
  throwProblems(
    delivered
      .filter((d) => d.quantity > 0 && !d.expiry_date && stocks.get(d.stock_id)?.dated)
      .map((d) => [`${d.path}.expiry_date`, message('inventory:error.expiry_needed')]),
  )
}

function throwProblems(problems: readonly (readonly [field: string, problem: Message])[]): void {
  if (problems.length > 0) throw new AppError(INVALID, Object.fromEntries(problems.map(([field, problem]) => [field, [problem]])))
}

/** Input indexes in the common order of row creation, to avoid a deadlock between two receipts of the same new items. */
function getCreationOrder(delivered: readonly DeliveredUnits[]): number[] {
  const key = (d: DeliveredUnits | undefined) => `${d?.expiry_date ?? '9999'} ${d?.lot_code ?? ''}`
  return delivered
    .map((_, i) => i)
    .sort((m, n) => {
      const [a, b] = [delivered[m], delivered[n]]
      return (a?.stock_id ?? 0) - (b?.stock_id ?? 0) || (a?.warehouse_id ?? 0) - (b?.warehouse_id ?? 0) || key(a).localeCompare(key(b))
    })
}
