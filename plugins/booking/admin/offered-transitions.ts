import type { Row } from 'stoa/api-types'

/** Guests come a little early. In milliseconds. */
const HOUR_MS = 3_600_000

const AFTER_START: ReadonlySet<string> = new Set(['attend', 'miss', 'complete'])

/** Whether an allowed transition makes sense: no attendance before the start, and no approval of a booking with an unpaid order. */
export const isTransitionOffered = (row: Row, transition: string): boolean => {
  if (transition === 'approve') return row['awaits_payment'] !== true
  return !AFTER_START.has(transition) || Date.parse(String(row['starts_at'] ?? '')) - HOUR_MS < Date.now()
}
