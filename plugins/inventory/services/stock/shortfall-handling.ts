import type { Ctx } from 'stoa'

/** How goods are held that leave over a counter. */
export interface ShortfallHandling {
  /** The only warehouse they are taken from; any when null. */
  warehouse: number | null
  /** What the books lack of them is booked in as found first: who took it out of the shop had it in hand. Without, being short is refused. */
  found?: { ctx: Ctx; reason: string; tell(stock: number, quantity: number): void }
}
