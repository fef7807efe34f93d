import { type Ctx, empty, sql, type Sql, type Tx } from 'stoa'
import { settleAdjustments } from './adjustments.ts'
import { handOver, type LineUnits, releaseLines, reserveRest, type Units } from '../sale/line-kinds.ts'
import { toDocument } from './head.ts'

/** What of a line `l` of an order `o` still has to be handed over: what needs no parcel was, once its order is completed. Part of a statement. */
export const owedUnits = sql`case when l.handover = 'sent' or o.completed_at is null
  then l.quantity - l.shipped_quantity - l.canceled_quantity else 0 end`

/**
 * Lines of an order with so many units of each, those of none left out. Both are parts of a statement; `change` is written by it, and the
 * lines are as they were before.
 */
const heldLines = (tx: Tx, id: number, units: Sql, lines: Sql = sql`order_line l`, change?: Sql): Promise<LineUnits[]> =>
  tx.rows<LineUnits>(sql`${change ? sql`with changed as (${change})` : empty} select id, kind, subject_id, quantity from (select l.id, l.kind, l.subject_id, ${units} as quantity
    from ${lines} join sales_order o on o.id = l.order_id where o.id = ${id}) l where quantity > 0 order by id`)

/**
 * Holds what an order still has to hand over and does not hold yet: when it is placed, paid late, or taken back out of trouble.
 * @throws Failed OUT_OF_STOCK
 */
export const reserveStock = async (tx: Tx, ctx: Ctx, id: number): Promise<void> =>
  reserveRest(tx, ctx, toDocument({ id }), await heldLines(tx, id, owedUnits))

/** Until when the goods of an order wait for its money, at least; part of an update. Once some of it came, nothing runs out. */
export const heldUntil = (until: Sql): Sql =>
  sql`case when paid_minor > refunded_minor then null else greatest(hold_expires_at, ${until}) end`

/** Lets go of all an order holds, and gives back what was taken off its price. Its status says already what became of it. */
export async function releaseStock(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  await releaseLines(tx, ctx, toDocument({ id }), await heldLines(tx, id, sql`l.quantity`))
  await settleAdjustments(tx, ctx, id)
}

/** Lets go of so many units of lines of an order. */
export const releaseUnits = async (tx: Tx, ctx: Ctx, id: number, units: readonly Units[]): Promise<void> =>
  releaseLines(
    tx,
    ctx,
    toDocument({ id }),
    await heldLines(tx, id, sql`u.quantity`, sql`${toUnits(units)} join order_line l on l.id = u.line_id`),
  )

/** Books out what needs no parcel: the order is done, so all of it was handed over. `completed` is the statement that says so. */
export async function handOverRemaining(tx: Tx, ctx: Ctx, id: number, completed: Sql): Promise<void> {
  const lines = await heldLines(tx, id, sql`case when l.handover = 'sent' then 0 else ${owedUnits} end`, sql`order_line l`, completed)
  const units = lines.map(({ id: line_id, quantity }) => ({ line_id, quantity }))
  if (units.length > 0) await handOver(tx, ctx, toDocument({ id }), units)
}

/** Units of lines as rows `u` of a statement. */
export const toUnits = (units: readonly Units[]): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u(line_id bigint, quantity int)`
