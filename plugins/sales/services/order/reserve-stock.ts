import { type Ctx, empty, sql, type Sql, type Tx } from 'stoa'
import { updateAdjustmentUsage } from './adjustments.ts'
import { handOverUnits, type DocumentLine, releaseLines, reserveRemainingLines, type LineQuantity } from '../sale/line-kinds.ts'
import { toDocument } from './head.ts'

/**
 * SQL: units of a line `l` of an order `o` that are still to be handed over. Lines without shipping count as handed
 * over once the order is completed.
 */
export const owedUnitsSql = sql`case when l.handover = 'sent' or o.completed_at is null
  then l.quantity - l.shipped_quantity - l.canceled_quantity else 0 end`

/**
 * SQL: lines of an order with a number of units each; lines without units are left out. `change` is a data-modifying
 * part of the statement, and the lines are read as they were before it.
 */
const readDocumentLines = (tx: Tx, id: number, units: Sql, lines: Sql = sql`order_line l`, change?: Sql): Promise<DocumentLine[]> =>
  tx.rows<DocumentLine>(sql`${change ? sql`with changed as (${change})` : empty} select id, kind, subject_id, quantity from (select l.id, l.kind, l.subject_id, ${units} as quantity
    from ${lines} join sales_order o on o.id = l.order_id where o.id = ${id}) l where quantity > 0 order by id`)

/**
 * Reserves the units an order still owes and has not reserved: when it is placed, paid late, or resumed after a
 * problem.
 * @throws AppError OUT_OF_STOCK
 */
export const reserveStock = async (tx: Tx, ctx: Ctx, id: number): Promise<void> =>
  reserveRemainingLines(tx, ctx, toDocument({ id }), await readDocumentLines(tx, id, owedUnitsSql))

/** SQL: the earliest expiry of an order's reservation. A partly paid order does not expire. */
export const holdExpirySql = (until: Sql): Sql =>
  sql`case when paid_minor > refunded_minor then null else greatest(hold_expires_at, ${until}) end`

/** Releases all reservations of an order and returns its adjustments. Its status is set before. */
export async function releaseStock(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  await releaseLines(tx, ctx, toDocument({ id }), await readDocumentLines(tx, id, sql`l.quantity`))
  await updateAdjustmentUsage(tx, ctx, id)
}

/** Releases a number of units of lines of an order. */
export const releaseUnits = async (tx: Tx, ctx: Ctx, id: number, units: readonly LineQuantity[]): Promise<void> =>
  releaseLines(
    tx,
    ctx,
    toDocument({ id }),
    await readDocumentLines(tx, id, sql`u.quantity`, sql`${unitsSql(units)} join order_line l on l.id = u.line_id`),
  )

/** Books out lines without shipping when the order is completed. `completed` is the statement that completes it. */
export async function handOverRemaining(tx: Tx, ctx: Ctx, id: number, completed: Sql): Promise<void> {
  const lines = await readDocumentLines(
    tx,
    id,
    sql`case when l.handover = 'sent' then 0 else ${owedUnitsSql} end`,
    sql`order_line l`,
    completed,
  )
  const units = lines.map(({ id: line_id, quantity }) => ({ line_id, quantity }))
  if (units.length > 0) await handOverUnits(tx, ctx, toDocument({ id }), units)
}

/** SQL: units of lines as rows `u`. */
export const unitsSql = (units: readonly LineQuantity[]): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u(line_id bigint, quantity int)`
