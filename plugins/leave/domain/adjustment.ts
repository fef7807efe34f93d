import { roundDays, sumDays } from './figures.ts'

/** What is decided about a date of an approved leave. Days are positive when they go back to the balance, negative when they are taken. */
export interface SettledDays {
  /** Days that the holidays of today give back, compared with the count that was frozen at approval. */
  due: number
  /** Sum of the days that adjustments gave back and took again so far. */
  settled: number
  /** Days of rejected proposals. */
  rejected: readonly number[]
}

/**
 * Days that a proposal should give back, or take again when they are negative; 0 for none. What was rejected is not proposed again, and a
 * rejected proposal to give back days leaves nothing to take again.
 */
export function findProposedDays({ due, settled, rejected }: SettledDays): number {
  const open = roundDays(due - settled)
  const refused = sumDays(rejected.filter((days) => days * open > 0))
  return roundDays(open > 0 ? Math.max(0, open - refused) : Math.min(0, open - refused))
}
