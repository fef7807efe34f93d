import { type Ctx, type Db, AppError, formatMoney, NOT_FOUND, sql, type Sql, message, WRONG_STATE } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { INVENTORY } from 'stoa/plugins/inventory'
import { listPickupOrders, findPickupOrder, type PickupOrderDetails } from 'stoa/plugins/sales'
import type { store as stores } from 'stoa/plugins/stores'
import type { Pickup, PickupShort } from '../api-types.ts'

/** The warehouse whose pickup orders a store hands over: the configured one, or else its stock warehouse. */
export const pickupPlace = (store: Pick<typeof stores.Row, 'warehouse_id' | 'pickup_warehouse_id'>): number | null =>
  store.pickup_warehouse_id ?? store.warehouse_id ?? null

/** The pickup code of that warehouse; undefined for a store without one. */
const getPlace = ({ kernel }: Ctx, warehouse: number | null): Sql | undefined =>
  warehouse === null ? undefined : kernel.find(INVENTORY)?.pickupCodeSql(warehouse)

/** Pickup orders of a store; empty if it has no pickup warehouse. */
export async function listPickups(ctx: Ctx, warehouse: number | null, words: string): Promise<PickupShort[]> {
  const place = getPlace(ctx, warehouse)
  const rows = place ? await listPickupOrders(ctx, place, words) : []
  return rows.map(({ total, due, ...row }) => ({ ...row, total: formatMoney(total), due: formatMoney(due) }))
}

const over: Readonly<Record<string, string>> = {
  canceled: 'pos:error.pickup_canceled',
  refunded: 'pos:error.pickup_refunded',
  abnormal: 'pos:error.pickup_abnormal',
}

/**
 * A pickup order that a store can hand over now. The reason against it is the error.
 * @throws AppError NOT_FOUND, WRONG_STATE with the reason
 */
export async function assertPresent(
  ctx: Ctx,
  db: Db,
  warehouse: number | null,
  by: { number: string } | { id: number },
): Promise<PickupOrderDetails> {
  const order = await findPickupOrder(ctx, db, by)
  if (!order) throw new AppError(NOT_FOUND)
  const against = (key: string, words: Record<string, unknown> = {}) => new AppError(WRONG_STATE, [message(key, words)])
  const reason = over[order.status]
  if (reason) throw against(reason)
  if (!order.collects) throw against('pos:error.pickup_sent')
  if (order.units <= 0) throw against('pos:error.pickup_done')
  if (order.place) {
    const place = getPlace(ctx, warehouse)
    const here = place && (await db.one<{ yes: boolean }>(sql`select ${place} = ${order.place.code} as yes`))
    if (!here?.yes) throw against('pos:error.pickup_elsewhere', { place: order.place.name })
  }
  if (order.due > 0 && order.currency !== baseCurrency(ctx.kernel)) throw against('pos:error.pickup_currency', { currency: order.currency })
  return order
}

/** A pickup order in API format. */
export const pickupShape = ({ place: _, collects: __, ...order }: PickupOrderDetails): Pickup => ({
  ...order,
  total: formatMoney(order.total),
  due: formatMoney(order.due),
  paid: formatMoney(order.total - order.due),
  shipping: formatMoney(order.shipping),
  discounts: order.discounts.map(({ label, minor }) => ({ label, amount: formatMoney(minor) })),
  lines: order.lines.map(({ options, unit, ...line }) => ({
    ...line,
    choice: options.map(({ value }) => value).join(' · '),
    unit: formatMoney(unit),
    total: formatMoney(unit * line.quantity),
  })),
})
