import { type Ctx, sql, type Tx } from 'stoa'
import { ORDERS } from 'stoa/plugins/sales'
import { booking } from '../resources/booking.ts'

const ofOrder = (tx: Tx, orderId: number, statuses: readonly string[]) =>
  tx.rows<{ id: number; waits: boolean }>(sql`select b.id, e.needs_approval as waits from booking b join event e on e.id = b.event_id
    where b.order_id = ${orderId} and b.status = any(${[...statuses]}) order by b.id for update of b`)

/** The order is paid: approves its bookings that need no other approval. Idempotent. */
export const afterOrderPaid = (ctx: Ctx, orderId: number): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    if (!(await ctx.kernel.get(ORDERS).findPaidOrder(tx, orderId))) return
    for (const { id, waits } of await ofOrder(tx, orderId, ['pending']))
      if (!waits) await ctx.kernel.resources.transitionIn(tx, ctx, booking, id, 'approve')
  })

/** The order was fully refunded. */
export const afterOrderRefunded = (ctx: Ctx, orderId: number): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    for (const { id } of await ofOrder(tx, orderId, ['canceled', 'rejected', 'completed', 'present', 'absent']))
      await ctx.kernel.resources.transitionIn(tx, ctx, booking, id, 'refunded')
  })

/** Processes orders that were paid while this plugin was disabled. */
export async function catchUpOrders(ctx: Ctx, since: Date): Promise<void> {
  for (const id of await ctx.kernel.get(ORDERS).listPaidSince(ctx.kernel.db, since)) await afterOrderPaid(ctx, id)
}
