import { type Ctx, AppError, sql } from 'stoa'
import { orderRules } from '../settings.ts'
import { eraseNetworkHashes } from './sale/buyer-limits.ts'
import { sendOrderEmail } from './order/emails.ts'
import { lockOrder } from './order/head.ts'
import { recordActivity } from './order/activity.ts'
import { hasOpenWorkSql } from './order/open-work.ts'
import { orderTransitions } from '../domain/statuses.ts'
import { order as orderRecord } from '../resources/order.ts'

/** After an order was placed: the confirmation e-mail, the timeline and the customer's order count. Each is idempotent. */
export async function afterPlaced(ctx: Ctx, orderId: number): Promise<void> {
  const { kernel } = ctx
  await sendOrderEmail(ctx, { id: orderId, kind: 'placed' })
  const placedOrder = await recordActivity(ctx, orderId, 'placed')
  if (!placedOrder) return
  const { customer_id } = placedOrder
  // The total is zero, so there is no payment to wait for.
  const isSettled = placedOrder.total === 0 && placedOrder.status === 'pending'
  if (!isSettled && customer_id === null) return
  await kernel.transaction(async (tx) => {
    if (isSettled) await kernel.resources.transitionIn(tx, ctx, orderTransitions, orderId, 'settled')
    if (customer_id === null) return
    const count = await tx.one<{ n: number }>(
      sql`select count(*) as n from sales_order where customer_id = ${customer_id} and status <> 'draft'`,
    )
    await kernel.resources.setExt(tx, 'customer', customer_id, { order_count: count?.n ?? 0 })
  })
}

const BATCH = 200

/** Processes orders in id order, so that one failing order does not block the rest. */
async function forEachDueOrder(
  ctx: Ctx,
  dueSql: (after: number) => ReturnType<typeof sql>,
  run: (id: number) => Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const rows = await ctx.kernel.db.rows<{ id: number }>(dueSql(after))
    for (const { id } of rows) {
      await run(id).catch((err: unknown) => {
        if (!(err instanceof AppError)) throw err
        ctx.kernel.log.warn({ err, order: id }, 'a due transition of an order failed')
      })
      after = id
    }
    if (rows.length < BATCH) return
  }
}

/**
 * Cancels unpaid orders whose hold expired and releases their stock. Each is checked again under its row lock, since
 * a payment may have arrived in between.
 */
export async function cancelExpiredOrders(ctx: Ctx): Promise<void> {
  const reason = ctx.kernel.i18n.t(ctx.mainLanguage, 'sales:order.hold_expired')
  const expiredSql = sql`status in ('pending', 'payment_review', 'payment_reject') and hold_expires_at < now()`
  await forEachDueOrder(
    ctx,
    (after) => sql`select id from sales_order where id > ${after} and ${expiredSql} order by id limit ${BATCH}`,
    (id) =>
      ctx.kernel.transaction(async (tx) => {
        await lockOrder(tx, id)
        if (!(await tx.one(sql`select 1 from sales_order where id = ${id} and ${expiredSql}`))) return
        await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, id, 'cancel', { reason })
        await tx.run(sql`update sales_order set cancel_kind = 'hold' where id = ${id}`)
      }),
  )
  await eraseNetworkHashes(ctx.kernel.db)
}

/** Completes orders that were shipped the configured number of days ago. */
export function completeShipped(ctx: Ctx): Promise<void> {
  const days = ctx.kernel.settings.of(orderRules).complete_days
  return forEachDueOrder(
    ctx,
    (
      after,
    ) => sql`select o.id from sales_order o where o.id > ${after} and o.status = 'shipped' and o.shipped_at < now() - make_interval(days => ${days})
      and not (${hasOpenWorkSql(ctx.kernel, sql`o.id`)})
      order by o.id limit ${BATCH}`,
    async (id) => {
      await ctx.kernel.resources.transition(ctx, orderRecord, id, 'complete')
    },
  )
}
