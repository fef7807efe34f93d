import { type Ctx, type Db, AppError, sql, message, type Tx, WRONG_STATE } from 'stoa'
import { handOverUnits, type LineQuantity } from '../sale/line-kinds.ts'
import { advance } from './advance.ts'
import { assertNotFullyRefunded } from './order-refunds.ts'
import { toDocument, type LockedOrder } from './head.ts'
import { unitsSql, releaseUnits } from './reserve-stock.ts'

/** An order line for shipping, returns and refunds. Amounts in minor units of its currency. */
export interface CountedLine {
  id: number
  name: string
  /** It is shipped or handed over. */
  sent: boolean
  quantity: number
  shipped: number
  canceled: number
  returned: number
  total: number
  refunded_quantity: number
  refunded: number
  /** Currency of its order. */
  currency: string
}

/** The columns of a `CountedLine`. */
export const countedColumns = sql`id, name, handover = 'sent' as sent, quantity, shipped_quantity as shipped, canceled_quantity as canceled,
  returned_quantity as returned, total_minor as total, refunded_quantity, refunded_minor as refunded,
  (select o.currency from sales_order o where o.id = order_id) as currency`

/** The lines of an order, in line order. */
export const countedLines = (db: Db, orderId: number): Promise<CountedLine[]> =>
  db.rows<CountedLine>(sql`select ${countedColumns} from order_line where order_id = ${orderId} order by id`)

/** Units of each line of an order that are still to be shipped, including zeros. */
export const listUnshippedUnits = async (db: Db, orderId: number): Promise<LineQuantity[]> =>
  (await countedLines(db, orderId))
    .filter(({ sent }) => sent)
    .map(({ id, quantity, shipped, canceled }) => ({ line_id: id, quantity: quantity - shipped - canceled }))

/** Merges entries of the same order line and adds their units. */
export function sumUnits<L extends { order_line_id: number; quantity: number }>(lines: readonly L[]): L[] {
  const sums = new Map<number, L>()
  for (const line of lines)
    sums.set(line.order_line_id, { ...line, quantity: line.quantity + (sums.get(line.order_line_id)?.quantity ?? 0) })
  return [...sums.values()]
}

/** Counts units as shipped on the lines of a locked order, and books them out. @throws AppError WRONG_STATE */
export async function shipUnits(tx: Tx, ctx: Ctx, o: Pick<LockedOrder, 'id'>, units: readonly LineQuantity[]): Promise<void> {
  if (units.length === 0) return
  await assertNotFullyRefunded(tx, ctx, o.id)
  await addShippedUnits(tx, units, 1)
  await handOverUnits(tx, ctx, toDocument(o), units)
}

/** Marks lost units to be shipped again. The order must be locked. @throws AppError WRONG_STATE for units that were returned */
export async function unshipUnits(tx: Tx, units: readonly LineQuantity[]): Promise<void> {
  await assertShipped(tx, units)
  await addShippedUnits(tx, units, -1)
}

/** Returned units cannot be lost, and only shipped units can be returned. @throws AppError WRONG_STATE */
async function assertShipped(tx: Tx, units: readonly LineQuantity[]): Promise<void> {
  const violation = await tx.one(sql`select 1 from (select line_id, sum(quantity) as quantity from ${unitsSql(units)} group by 1) u
    join order_line l on l.id = u.line_id where l.shipped_quantity - l.returned_quantity < u.quantity limit 1`)
  if (violation) throw new AppError(WRONG_STATE, { status: [message('sales:error.not_away')] })
}

const addShippedUnits = (tx: Tx, units: readonly LineQuantity[], sign: 1 | -1): Promise<unknown> =>
  tx.run(sql`update order_line l set shipped_quantity = l.shipped_quantity + ${sign}::int * u.quantity, updated_at = now()
    from ${unitsSql(units)} where l.id = u.line_id`)

/** Counts units as returned to the shop. The order must be locked. @throws AppError WRONG_STATE for units that were not shipped */
export async function returnUnits(tx: Tx, units: readonly LineQuantity[]): Promise<void> {
  await assertShipped(tx, units)
  await tx.run(sql`update order_line l set returned_quantity = l.returned_quantity + u.quantity, updated_at = now()
    from ${unitsSql(units)} where l.id = u.line_id`)
}

/** Pending refund of a line. */
export interface PendingRefund {
  line_id: number
  quantity: number
  amount: number
}

/** Adds pending refunds of lines, or subtracts them with `sign` -1. */
export const addPendingRefund = (tx: Tx, parts: readonly PendingRefund[], sign: 1 | -1): Promise<unknown> =>
  tx.run(sql`update order_line l set refunded_quantity = l.refunded_quantity + ${sign}::int * p.quantity,
    refunded_minor = l.refunded_minor + ${sign}::int * p.amount, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p(line_id bigint, quantity int, amount bigint) where p.line_id = l.id`)

/** Releases units that will not be shipped any more. */
export async function cancelUnits(tx: Tx, ctx: Ctx, orderId: number, units: readonly LineQuantity[]): Promise<void> {
  if (units.length === 0) return
  await tx.run(sql`update order_line l set canceled_quantity = l.canceled_quantity + u.quantity, updated_at = now()
    from ${unitsSql(units)} where l.id = u.line_id`)
  await releaseUnits(tx, ctx, orderId, units)
  await advance(tx, ctx, orderId)
}
