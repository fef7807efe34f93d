import type { Row } from 'stoa/api-types'

/** People come a little early. */
const HOUR_MS = 3_600_000

const AFTER_START: ReadonlySet<string> = new Set(['attend', 'miss', 'complete'])

/**
 * Whether a transition that the status allows is worth offering: nobody came, or stayed away, before the booking began, and one whose
 * order is not paid cannot be approved.
 */
export const isTransitionOffered = (row: Row, transition: string): boolean => {
  if (transition === 'approve') return row['awaits_payment'] !== true
  return !AFTER_START.has(transition) || Date.parse(String(row['starts_at'] ?? '')) - HOUR_MS < Date.now()
}
