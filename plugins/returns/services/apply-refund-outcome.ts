import { type Ctx, sql, type Tx } from 'stoa'
import type { Discrepancy, SettlementUpdate } from 'stoa/plugins/payments'
import { ORDER_EMAIL_JOB, type OrderHead, postRefund, updateAdjustmentUsage } from 'stoa/plugins/sales'
import { refund } from '../resources/refund.ts'
import { findRefundByKey } from './pay-refund.ts'

/** Processes the outcome of a refund from payments. Idempotent. */
export async function applyRefundOutcome(
  tx: Tx,
  ctx: Ctx,
  o: OrderHead,
  outcome: NonNullable<SettlementUpdate['refund']>,
): Promise<Discrepancy | undefined> {
  const id = findRefundByKey(outcome.key)
  const row =
    id === undefined
      ? undefined
      : await tx.one<{ status: string; amount: number; method: string }>(
          sql`select status, amount_minor as amount, method from refund where id = ${id} and order_id = ${o.id} for update`,
        )
  if (!row || id === undefined) return undefined
  const { resources } = ctx.kernel
  // A part is still pending.
  if (outcome.status === 'completed' && outcome.done < row.amount) return undefined
  if (outcome.status === 'abnormal') {
    if (row.status !== 'process') return undefined
    await tx.run(sql`update refund set failure = ${outcome.message.slice(0, 500)} where id = ${id}`)
    await resources.transitionIn(tx, ctx, refund, id, 'fail', { reason: outcome.message.slice(0, 500) })
    return 'refund_failed'
  }
  if (row.status !== 'process' && row.status !== 'abnormal') return undefined
  await resources.transitionIn(tx, ctx, refund, id, 'complete')
  await postRefund(
    tx,
    o.id,
    id,
    sql`select order_line_id as line_id, quantity, amount_minor as amount from refund_line where refund_id = ${id}
      union all select null, 0, shipping_minor from refund where id = ${id}`,
  )
  await updateAdjustmentUsage(tx, ctx, o.id)
  if (row.method !== 'exchange') tx.enqueue(ORDER_EMAIL_JOB, { id: o.id, kind: 'refunded', ref: id })
  return undefined
}
