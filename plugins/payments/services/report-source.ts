/** Source of a report. `reviewer`: a member of staff who reviewed it. */
export interface ReportSource {
  method: { id: number }
  /** True if a provider reported it: its transaction ids must be unique over all attempts. */
  byProvider: boolean
  reviewer?: number
}

/**
 * Result of recording a report, stored with its webhook: `booked` for a recorded one, `known` for a repeated one that changed nothing,
 * `unknown` when no attempt matches it, `ignored` when it says nothing about money.
 */
export type ReportResult = 'booked' | 'known' | 'ignored' | 'unknown'
