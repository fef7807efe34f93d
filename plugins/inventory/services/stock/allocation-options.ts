import type { Ctx } from 'stoa'

/** Options of an allocation for a sale at the point of sale. */
export interface AllocationOptions {
  /** The only warehouse to use; any if null. */
  warehouse: number | null
  /** If set, missing units are first received into a warehouse, since the customer already took them. Otherwise a shortage is rejected. */
  receiveMissing?: { ctx: Ctx; reason: string; onReceived(stock: number, quantity: number): void }
}
