/** How much comes back of what is called off so many minutes before. */
export interface Step {
  before: number
  /** "50" or "12.5" */
  percent: string
}

/** The share of a hundred that comes back, so long before it begins. Without steps it is all, as long as it may be called off. */
export function percentBack(steps: readonly Step[], cancelUntil: number, minutes: number): number {
  if (steps.length === 0) return minutes >= cancelUntil ? 100 : 0
  const fits = steps.filter(({ before }) => before <= minutes).sort((a, b) => b.before - a.before)
  return Number(fits[0]?.percent ?? 0)
}

/** So many percent of an amount, in whole minor units. */
export const shareOf = (amount: number, percent: number): number => Math.round((amount * Math.round(percent * 100)) / 10_000)
