/** How much comes back of what is called off so many minutes before. */
export interface Step {
  before: number
  /** "50" or "12.5" */
  percent: string
}

/** What says how much comes back of a booking. */
export interface RefundPolicy {
  steps: readonly Step[]
  /** Minutes before the start until which it may be called off. */
  cancelUntil: number
  /** The most that is left since it was moved; null before. */
  most: number | null
}

/** The share of a hundred that comes back, so long before it begins. Without steps it is all, as long as it may be called off. */
export function getRefundPercent({ steps, cancelUntil, most }: RefundPolicy, minutes: number): number {
  const fits = steps.filter(({ before }) => before <= minutes).sort((a, b) => b.before - a.before)
  const now = steps.length > 0 ? Number(fits[0]?.percent ?? 0) : minutes >= cancelUntil ? 100 : 0
  return Math.min(now, most ?? 100)
}

/** So many percent of an amount, in whole minor units. */
export const getShare = (amount: number, percent: number): number => Math.round((amount * Math.round(percent * 100)) / 10_000)
