import { type Ctx, type Sql, token, type Tx } from '#core'
import type { Head } from './head.ts'

/**
 * Sends what was sold, where somebody keeps parcels. Without, an order is sent as one by its moves, and its units are counted on
 * its lines alone.
 */
export interface Delivery {
  /** Lets all leave that was not sent yet; the order is locked. */
  sendRest(tx: Tx, ctx: Ctx, o: Head): Promise<void>
  /** All that was sent has arrived. */
  arrive(tx: Tx, ctx: Ctx, orderId: number): Promise<void>
  /** What waits to be sent never leaves. */
  callOff(tx: Tx, ctx: Ctx, orderId: number): Promise<void>
  /** Of an order, as parts of a statement that counts it: units that arrived, and whether some are being packed. */
  counted(order: Sql): { received: Sql; picking: Sql }
}

export const DELIVERY = token<Delivery>('sales/delivery')
