import { type Ctx, type Sql, token, type Tx } from 'stoa'
import type { Head } from './head.ts'

/**
 * Sends what was sold, where somebody keeps parcels. Without, an order is sent as one by its moves, and its units are counted on
 * its lines alone.
 */
export interface Delivery {
  /** Lets all leave that was not sent yet; the order is locked. Whoever `collects` it is told nothing of a parcel on its way. */
  sendRest(tx: Tx, ctx: Ctx, o: Head, collects?: boolean): Promise<void>
  /** All that was sent has arrived. */
  arrive(tx: Tx, ctx: Ctx, orderId: number): Promise<void>
  /** What waits to be sent never leaves. */
  cancel(tx: Tx, ctx: Ctx, orderId: number): Promise<void>
  /** Of an order, as parts of a statement that counts it: units that arrived, and whether some are being packed. */
  counted(order: Sql): { received: Sql; picking: Sql }
  /** Units of a line that wait in parcels to be sent; as part of a statement. */
  packed(line: Sql): Sql
  /** Units of a line that left and were given up as lost, so that they wait to be sent again; as part of a statement. */
  lost(line: Sql): Sql
  /** Whether some of an order lies ready for whoever collects it, as part of a statement. */
  ready(order: Sql): Sql
}

export const DELIVERY = token<Delivery>('sales/delivery')
