import { type Ctx, AppError, type Sql, sql, type Message, message, type Tx } from 'stoa'
import { isTrackedSql, OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { receiveMissing, type Shortage } from './receive-missing.ts'
import { type DocumentRef } from './ledger.ts'
import type { AllocationOptions } from './allocation-options.ts'
import { saleMovementsSql } from './sale-movement.ts'

/** SQL: stock for sale: visible, not discarded, not expired, in an enabled warehouse. `i` is the inventory row, `w` its warehouse. */
export const isSellableSql = sql`i.visibled and not i.is_discard and w.enabled and (i.expiry_date is null or i.expiry_date >= (select business_day()))`

/** A quantity of a stock item for one line of a document. */
export interface StockDemand {
  stock_id: number
  quantity: number
  line_id: number | null
}

/** Which inventory rows are allocated: of one warehouse or of any, and specific rows regardless of the sale conditions. */
interface RowSelection {
  warehouse: number | null
  extraRowIds: readonly number[]
}

/**
 * SQL: allocates demands to inventory rows, as the beginning of a statement. The order is warehouse priority, then
 * earliest expiry, then oldest row. For each stock item, running totals turn demands and free units into ranges; the
 * overlap of two ranges is the allocated quantity. Demands for the same item therefore never take more than is
 * available together.
 * `allocations` has `inventory_id`, `stock_id`, `line_id` and `quantity`; `shortages` has the items with too little
 * stock, the last row of each with the total shortage. Inventory rows are locked in id order. Untracked items are skipped. `(select
 * …)` hides the array length from the planner, which would otherwise replan the statement each time.
 */
const allocationSql = (demands: readonly StockDemand[], { warehouse, extraRowIds }: RowSelection): Sql => sql`
  with demands as (
    select d.stock_id, d.line_id, d.quantity, sum(d.quantity) over (partition by d.stock_id order by d.n) - d.quantity as before
    from unnest((select ${demands.map((d) => d.stock_id)}::bigint[]), (select ${demands.map((d) => d.line_id)}::bigint[]),
      (select ${demands.map((d) => d.quantity)}::int[])) with ordinality as d(stock_id, line_id, quantity, n)
    where d.quantity > 0 and ${isTrackedSql(sql`d.stock_id`)}),
  locked_rows as materialized (
    select i.id, i.stock_id, i.quantity, i.reserved, i.quantity - i.reserved as free, w.priority, i.expiry_date
    from inventory i join warehouse w on w.id = i.warehouse_id
    where i.stock_id in (select stock_id from demands) and (${warehouse}::bigint is null or i.warehouse_id = ${warehouse}::bigint)
      and (${isSellableSql} or i.id = any(${[...extraRowIds]}::bigint[])) order by i.id for update of i),
  free_ranges as (
    select id, stock_id, free, sum(free) over (partition by stock_id order by priority, expiry_date nulls last, id) - free as before
    from locked_rows where free > 0),
  allocations as (
    select l.id as inventory_id, a.stock_id, a.line_id, (least(a.before + a.quantity, l.before + l.free) - greatest(a.before, l.before))::int as quantity
    from demands a join free_ranges l on l.stock_id = a.stock_id and l.before < a.before + a.quantity and a.before < l.before + l.free),
  shortages as (
    select a.stock_id, s.available, (a.before + a.quantity - s.available)::int as missing
    from demands a cross join lateral (select coalesce(sum(free), 0)::int as available from locked_rows r where r.stock_id = a.stock_id) s
    where a.before + a.quantity > s.available)`

/**
 * SQL: allocated units `n` by inventory row, with the quantities under the row lock. An update in the same statement must
 * compute from these: it first sees the row version before a concurrent change, and a result computed from that could
 * violate a constraint.
 */
const allocatedByRowSql = sql`(select s.id, s.quantity, s.reserved, x.n from locked_rows s
    join (select inventory_id, sum(quantity)::int as n from allocated group by 1) x on x.inventory_id = s.id) t`

/**
 * Allocates demands and writes them with `write`, the parts of a statement that read `allocated`; writes nothing if any
 * item is short.
 * @throws AppError OUT_OF_STOCK with a text by stock id
 */
async function allocateStock(
  tx: Tx,
  document: DocumentRef,
  demands: readonly StockDemand[],
  write: Sql,
  name: string,
  options?: AllocationOptions,
): Promise<void> {
  if (demands.length === 0) return
  const tryAllocation = async (extraRowIds: readonly number[]) => {
    const rows = await tx.rows<Shortage>(
      sql`${allocationSql(demands, { warehouse: options?.warehouse ?? null, extraRowIds })},
        allocated as (select * from allocations where not exists (select from shortages)), ${write} select * from shortages`,
      name,
    )
    return [...new Map(rows.map((row) => [row.stock_id, row])).values()]
  }
  let shortages = await tryAllocation([])
  if (shortages.length > 0 && options?.receiveMissing)
    shortages = await tryAllocation(await receiveMissing(tx, document, shortages, { ...options, receiveMissing: options.receiveMissing }))
  if (shortages.length > 0) throw new AppError(OUT_OF_STOCK, toShortageMessages(shortages))
}

const toShortageMessages = (shortages: readonly Shortage[]): Record<string, Message[]> =>
  Object.fromEntries(
    shortages.map(({ stock_id, available }) => [`stock.${stock_id}`, [message('inventory:error.only_left', { count: available })]]),
  )

/** SQL: reserves the allocated units for a document. */
const reservationSql = ({ type, id }: DocumentRef): Sql => sql`
  updated_rows as (update inventory i set quantity = t.quantity, reserved = t.reserved + t.n, updated_at = now() from ${allocatedByRowSql} where i.id = t.id),
  reservations as (insert into reservation (inventory_id, stock_id, document_type, document_id, line_id, quantity)
    select inventory_id, stock_id, ${type}, ${id}, line_id, quantity from allocated)`

/**
 * Reserves stock. Inventory rows are locked in id order and allocated under the lock, so that concurrent buyers never
 * get more than the available units. Untracked items are skipped.
 * @throws AppError OUT_OF_STOCK with a text by stock id
 */
export const reserveStock = (tx: Tx, document: DocumentRef, demands: readonly StockDemand[], options?: AllocationOptions): Promise<void> =>
  allocateStock(tx, document, demands, reservationSql(document), 'inventory.reserve', options)

/** Books out stock that leaves the counter at once: reserves and consumes it in one step. @throws AppError OUT_OF_STOCK */
export async function sellStock(
  tx: Tx,
  ctx: Ctx,
  document: DocumentRef,
  demands: readonly StockDemand[],
  options?: AllocationOptions,
): Promise<void> {
  const writeSql = sql`reservations as (insert into reservation (inventory_id, stock_id, document_type, document_id, line_id, quantity, status)
      select inventory_id, stock_id, ${document.type}, ${document.id}, line_id, quantity, 'completed' from allocated),
    updated_rows as (update inventory i set quantity = t.quantity - t.n, reserved = t.reserved, updated_at = now() from ${allocatedByRowSql} where i.id = t.id
      returning i.id, i.stock_id, i.warehouse_id, i.quantity, t.n),
    movements as (${saleMovementsSql(tx, ctx, document, sql`updated_rows order by id`)})`
  await allocateStock(tx, document, demands, writeSql, 'inventory.sell', options)
}

/** Reserves the units of document lines that are not reserved yet. @throws AppError OUT_OF_STOCK */
export async function reserveRemaining(tx: Tx, document: DocumentRef, demands: readonly StockDemand[]): Promise<void> {
  const reservations = await tx.rows<{ line_id: number; quantity: number }>(
    sql`select line_id, sum(quantity)::int as quantity from reservation
    where document_type = ${document.type} and document_id = ${document.id} and status = 'pending' and line_id is not null group by line_id`,
  )
  const reservedByLine = new Map(reservations.map((k) => [k.line_id, k.quantity]))
  const missing = demands
    .map((d) => ({ ...d, quantity: d.quantity - (reservedByLine.get(d.line_id ?? 0) ?? 0) }))
    .filter((d) => d.quantity > 0)
  if (missing.length > 0) await reserveStock(tx, document, missing)
}
