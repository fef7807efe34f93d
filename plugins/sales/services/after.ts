import { type Ctx, formatMoney, isLocale, sendMail, sql } from '#core'

interface Placed {
  id: number
  order_number: string
  email: string
  first_name: string
  language: string
  total_minor: number
  currency: string
  customer_id: number | null
}

/** After an order: the mail that it was received, and the customer's count. Both may be done again without harm. */
export async function afterPlaced(ctx: Ctx, orderId: number): Promise<void> {
  const { kernel } = ctx
  await kernel.work(async (tx) => {
    const order = await tx.one<Placed>(
      sql`select id, order_number, email, first_name, language, total_minor, currency, customer_id from sales_order where id = ${orderId} for update`,
    )
    if (!order) return
    const marked = await tx.run(sql`update sales_order set ext = ext || '{"mailed": true}' where id = ${orderId} and not ext ? 'mailed'`)
    if (marked === 1) {
      const language = isLocale(order.language) ? order.language : ctx.main
      const words = {
        number: order.order_number,
        name: order.first_name,
        total: `${order.currency} ${formatMoney(order.total_minor)}`,
        shop: String(kernel.settings.read('basic', language).name),
      }
      await sendMail(tx, {
        to: order.email,
        subject: kernel.catalogue.t(language, 'sales:mail.placed_subject', words),
        text: kernel.catalogue.t(language, 'sales:mail.placed_text', words),
      })
    }
    if (order.customer_id !== null) {
      await tx.run(sql`update customer set ext = ext || jsonb_build_object('sales', coalesce(ext->'sales', '{}') ||
        jsonb_build_object('order_count', (select count(*) from sales_order where customer_id = ${order.customer_id}))) where id = ${order.customer_id}`)
    }
  })
}

/** Unpaid orders whose time is up are canceled and their goods go back. */
export async function expireHolds(ctx: Ctx): Promise<void> {
  const due = await ctx.kernel.db.rows<{ id: number }>(
    sql`select id from sales_order where status = 'pending' and hold_expires_at < now() order by id limit 200`,
  )
  for (const { id } of due) {
    await ctx.kernel.resources
      .move(ctx, 'order', id, 'cancel', { reason: ctx.kernel.catalogue.t(ctx.main, 'sales:order.hold_over') })
      .catch((err: unknown) => ctx.kernel.log.warn({ err, order: id }, 'an expired order could not be canceled'))
  }
}

/** Money that a provider booked makes the order paid, unless staff did so already. */
export async function afterCaptured(ctx: Ctx, document: { type: string; id: number }): Promise<void> {
  if (document.type !== 'order') return
  const open = await ctx.kernel.db.one(
    sql`select 1 from sales_order where id = ${document.id} and status in ('pending', 'payment_review', 'payment_reject')`,
  )
  if (open) await ctx.kernel.resources.move(ctx, 'order', document.id, 'pay', {})
}
