import { AppError, NOT_FOUND, type Sql, sql, message, type Tx, WRONG_STATE } from 'stoa'
import type { OrderRow } from '../../resources/order-columns.ts'

/** The columns of an order that decide which actions are allowed. Amounts in minor units of its currency. */
export interface LockedOrder
  extends
    Pick<OrderRow, 'id' | 'order_number' | 'status' | 'language' | 'currency' | 'customer_id' | 'units_total' | 'units_shipped'>,
    Pick<OrderRow, 'units_received' | 'abnormal_kind'> {
  total: number
  shipping: number
  paid: number
  refunded: number
  /** Part of the refunded amount that was never part of the price; it counts as if it had not been paid. */
  excess: number
  charged_back: number
  /** When it was fully paid for the first time. */
  paid_at: string | null
  cancel_kind: string | null
  /** The shop it was imported from; null for an order of this shop. */
  imported_from: string | null
}

/** The missing amount of an order, in minor units of its currency; refunds of lines are not charged again. */
export const getMissingAmount = ({ total, paid, excess }: Pick<LockedOrder, 'total' | 'paid' | 'excess'>): number =>
  Math.max(0, total - (paid - excess))

/**
 * Locks an order. Code that changes an order does this first, before it locks payments and stock.
 * @throws AppError NOT_FOUND, or WRONG_STATE for an imported order
 */
export async function lockOrder(tx: Tx, id: number): Promise<LockedOrder> {
  const row = await lockAnyOrder(tx, id)
  assertOwnOrder(row)
  return row
}

/** Locks an order, also an imported one, to attach data to it. @throws AppError NOT_FOUND */
export async function lockAnyOrder(tx: Tx, id: number): Promise<LockedOrder> {
  const row = await findLocked(tx, id)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/** Rejects actions on an imported order. @throws AppError WRONG_STATE */
export function assertOwnOrder({ imported_from }: { imported_from?: unknown }): void {
  if (imported_from) throw new AppError(WRONG_STATE, { status: [message('sales:error.imported', { from: String(imported_from) })] })
}

export const findLocked = (tx: Tx, id: number): Promise<LockedOrder | undefined> =>
  tx.one<LockedOrder>(
    sql`select id, order_number, status, language, currency, customer_id, total_minor as total, shipping_minor as shipping, paid_minor as paid,
      refunded_minor as refunded, refunded_excess_minor as excess, charged_back_minor as charged_back, paid_at, units_total, units_shipped, units_received, abnormal_kind, cancel_kind, imported_from
    from sales_order where id = ${id} for update`,
    'sales.order-lock',
  )

/** Document reference for stock reservations and payments. */
export const toDocument = ({ id }: { id: number }) => ({ type: 'order', id })

/** SQL: an amount of an order in the base currency, by the exchange rate when it was placed. */
export const baseAmount = (orderId: number | Sql, amount: Sql): Sql =>
  sql`(select round((${amount})::numeric / exchange_rate)::bigint from sales_order where id = ${orderId})`

/** SQL: order lines `l` joined to their orders `o`, for plugins that store data about them. */
export const orderLines = sql`order_line l join sales_order o on o.id = l.order_id`
