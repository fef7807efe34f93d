import { type Ctx, Failed, id as name, NOT_FOUND, sql, type Tx } from '#core'

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
  charged_back: number
  units_total: number
  units_shipped: number
  units_received: number
  abnormal_kind: string | null
  cancel_kind: string | null
}

/** Locks an order. Whoever changes anything about one does this first, before payments and goods. @throws Failed NOT_FOUND */
export async function lockOrder(tx: Tx, id: number): Promise<Head> {
  const row = await findLocked(tx, id)
  if (!row) throw new Failed(NOT_FOUND)
  return row
}

export const findLocked = (tx: Tx, id: number): Promise<Head | undefined> =>
  tx.one<Head>(
    sql`select id, order_number, status, language, currency, customer_id, total_minor as total, shipping_minor as shipping, paid_minor as paid,
      refunded_minor as refunded, charged_back_minor as charged_back, units_total, units_shipped, units_received, abnormal_kind, cancel_kind
    from sales_order where id = ${id} for update`,
    'sales.order-lock',
  )

/** What goods are held and money is owed for. */
export const documentOf = ({ id }: { id: number }) => ({ type: 'order', id })

/** The order something belongs to. @throws Failed NOT_FOUND */
export async function orderIdOf({ kernel }: Ctx, table: 'shipment' | 'sales_return' | 'refund', id: number): Promise<number> {
  const row = await kernel.db.one<{ order_id: number }>(sql`select order_id from ${name(table)} where id = ${id}`)
  if (!row) throw new Failed(NOT_FOUND)
  return row.order_id
}
