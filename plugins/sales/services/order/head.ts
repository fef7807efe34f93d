import { AppError, NOT_FOUND, type Sql, sql, message, type Tx, WRONG_STATE } from 'stoa'

/** The columns of an order that decide what may happen to it. Amounts in minor units of its currency. */
export interface Head {
  id: number
  order_number: string
  status: string
  language: string
  currency: string
  customer_id: number | null
  total: number
  shipping: number
  paid: number
  refunded: number
  /** What of the refunded money was never the price of goods: it counts as if it had not been paid. */
  excess: number
  charged_back: number
  /** When all of it was there for the first time. */
  paid_at: string | null
  units_total: number
  units_shipped: number
  units_received: number
  abnormal_kind: string | null
  cancel_kind: string | null
  /** The shop it was imported from; null for our own. */
  imported_from: string | null
}

/** What is missing of an order, in minor units of its currency; refunds of goods are not asked for again. */
export const getMissingAmount = ({ total, paid, excess }: Pick<Head, 'total' | 'paid' | 'excess'>): number =>
  Math.max(0, total - (paid - excess))

/**
 * Locks an order. Whoever changes anything about one does this first, before payments and goods.
 * @throws Failed NOT_FOUND, or WRONG_STATE for one that was imported
 */
export async function lockOrder(tx: Tx, id: number): Promise<Head> {
  const row = await lockAnyOrder(tx, id)
  assertOwnOrder(row)
  return row
}

/** Locks an order, an imported one as well, for those who only keep something about it. @throws Failed NOT_FOUND */
export async function lockAnyOrder(tx: Tx, id: number): Promise<Head> {
  const row = await findLocked(tx, id)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/** Refuses what cannot be done with an order that was imported. @throws Failed WRONG_STATE */
export function assertOwnOrder({ imported_from }: { imported_from?: unknown }): void {
  if (imported_from) throw new AppError(WRONG_STATE, { status: [message('sales:error.imported', { from: String(imported_from) })] })
}

export const findLocked = (tx: Tx, id: number): Promise<Head | undefined> =>
  tx.one<Head>(
    sql`select id, order_number, status, language, currency, customer_id, total_minor as total, shipping_minor as shipping, paid_minor as paid,
      refunded_minor as refunded, refunded_excess_minor as excess, charged_back_minor as charged_back, paid_at, units_total, units_shipped, units_received, abnormal_kind, cancel_kind, imported_from
    from sales_order where id = ${id} for update`,
    'sales.order-lock',
  )

/** What goods are held and money is owed for. */
export const toDocument = ({ id }: { id: number }) => ({ type: 'order', id })

/** An amount of an order in the base currency, as the rate was when it was placed; part of a statement. */
export const baseAmount = (orderId: number | Sql, amount: Sql): Sql =>
  sql`(select round((${amount})::numeric / exchange_rate)::bigint from sales_order where id = ${orderId})`

/** Lines of orders `l` with their orders `o`, for statements of those who keep something about them. */
export const orderLines = sql`order_line l join sales_order o on o.id = l.order_id`
