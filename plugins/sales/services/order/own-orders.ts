import { type Ctx, AppError, formatMoney, NOT_FOUND, sql } from 'stoa'
import type { OrderSummary } from '../../api-types.ts'
import { orderStatus } from './shopper-status.ts'

const MAX_ORDERS = 100

/** The orders of a customer, newest first. */
export async function listOwnOrders(ctx: Ctx, customer: number): Promise<OrderSummary[]> {
  const rows = await ctx.kernel.db.rows<Omit<OrderSummary, 'status_label' | 'total'> & { total: number }>(sql`
    select o.id, o.order_number, o.status, o.total_minor as total, o.currency, o.placed_at, (select coalesce(sum(l.quantity), 0)::int from order_line l where l.order_id = o.id) as items
    from sales_order o where o.customer_id = ${customer} and o.status <> 'draft' order by coalesce(o.placed_at, o.created_at) desc, o.id desc limit ${MAX_ORDERS}`)
  return rows.map(({ total, ...o }) => ({ ...o, total: formatMoney(total), status_label: orderStatus(ctx, o.status) }))
}

/** The order with a number. @throws AppError NOT_FOUND */
export async function findPlacedOrderId({ kernel }: Ctx, number: string): Promise<number> {
  const row = await kernel.db.one<{ id: number }>(sql`select id from sales_order where order_number = ${number} and status <> 'draft'`)
  if (!row) throw new AppError(NOT_FOUND)
  return row.id
}
