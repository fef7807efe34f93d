/** Refund percentage of a cancellation a number of minutes before the start. */
export interface Step {
  before: number
  /** "50" or "12.5" */
  percent: string
}

/** Refund rules of a booking. */
export interface RefundPolicy {
  steps: readonly Step[]
  /** Minutes before the start until which it may be canceled. */
  cancelUntil: number
  /** Maximum percentage since it was rescheduled; null before. */
  most: number | null
}

/** The refund percentage at a number of minutes before the start. Without steps it is 100 until the cancellation deadline. */
export function getRefundPercent({ steps, cancelUntil, most }: RefundPolicy, minutes: number): number {
  const fits = steps.filter(({ before }) => before <= minutes).sort((a, b) => b.before - a.before)
  const now = steps.length > 0 ? Number(fits[0]?.percent ?? 0) : minutes >= cancelUntil ? 100 : 0
  return Math.min(now, most ?? 100)
}

/** A percentage of an amount, rounded to whole minor units. */
export const getShare = (amount: number, percent: number): number => Math.round((amount * Math.round(percent * 100)) / 10_000)
