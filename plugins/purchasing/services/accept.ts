import { type Ctx, AppError, NOT_FOUND, sql, message, type Tx, WRONG_STATE } from 'stoa'
import { type Progress, getStatus } from '../domain/progress.ts'
import { moveTo } from '../domain/statuses.ts'
import { po } from '../resources/po.ts'

/** Settles a discrepancy: the abnormal order returns to the status derived from its lines. */
export async function acceptDifference(tx: Tx, ctx: Ctx, id: number, reason: string): Promise<void> {
  const order = await tx.one<{ status: string }>(sql`select status from purchase_order where id = ${id} for update`)
  if (!order) throw new AppError(NOT_FOUND)
  if (order.status !== 'abnormal')
    throw new AppError(WRONG_STATE, { status: [message('purchasing:error.not_abnormal', { status: { status: order.status } })] })
  const lines =
    await tx.rows<Progress>(sql`select quantity, received_quantity as received, rejected_quantity as rejected, closed_quantity as closed
    from purchase_order_line where po_id = ${id} order by id`)
  await ctx.kernel.resources.transitionIn(tx, ctx, po, id, moveTo[getStatus(lines)], { reason })
}
