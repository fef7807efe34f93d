import type { Ctx } from 'stoa'

/** How stock that leaves over the counter is reserved. */
export interface ShortfallHandling {
  /** The only warehouse to use; any if null. */
  warehouse: number | null
  /** Missing units are booked in as found first, since the customer already took them. Without it, a shortage is rejected. */
  found?: { ctx: Ctx; reason: string; tell(stock: number, quantity: number): void }
}
