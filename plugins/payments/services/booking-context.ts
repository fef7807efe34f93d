/** Who says it. `reviewer`: staff who looked at it. */
export interface BookingContext {
  method: { id: number }
  /** True when a provider said it: its numbers count once over all attempts. */
  byProvider: boolean
  reviewer?: number
}

/** What became of it. */
export type BookingResult = 'booked' | 'known' | 'ignored' | 'unknown'
