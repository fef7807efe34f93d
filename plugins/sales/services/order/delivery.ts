import { type Ctx, type Sql, token, type Tx } from 'stoa'
import type { LockedOrder } from './head.ts'

/**
 * Shipping service of the plugin that tracks shipments. Without it, an order is shipped as a whole by its
 * transitions, and units are counted on its lines only.
 */
export interface Delivery {
  /**
   * Ships all remaining units; the order must be locked. With `isPickup` the buyer picks the order up and gets no
   * shipping notification.
   */
  shipRemaining(tx: Tx, ctx: Ctx, o: LockedOrder, isPickup?: boolean): Promise<void>
  /** Marks all shipped units as delivered. */
  markDelivered(tx: Tx, ctx: Ctx, orderId: number): Promise<void>
  /** Cancels shipments that were not sent. */
  cancelUnsent(tx: Tx, ctx: Ctx, orderId: number): Promise<void>
  /** SQL: units delivered and whether some are being packed, for the statement that counts an order. */
  countsSql(order: Sql): { received: Sql; picking: Sql }
  /** SQL: units of a line in shipments that were not sent. */
  packedUnitsSql(line: Sql): Sql
  /** SQL: units of a line that were shipped and lost, and have to be sent again. */
  lostUnitsSql(line: Sql): Sql
  /** SQL: whether a part of an order is ready for pickup. */
  isReadySql(order: Sql): Sql
}

export const DELIVERY = token<Delivery>('sales/delivery')
