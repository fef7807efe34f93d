import { getTierAmount } from './amounts.ts'
import type { Tier, TierMethod } from './types.ts'

/** Number of steps of the curve. */
const STEPS = 24
/** The sales that are drawn when there is one tier only: 10,000.00. */
const DEFAULT_SPAN = 1_000_000

/** Commissions at equal steps of sales, from 0 to half as much again as the last tier begins with. Minor units. */
export function getTierCurve(method: TierMethod, tiers: readonly Tier[], currency: string): { base: number; amount: number }[] {
  const last = tiers.at(-1)?.from ?? 0
  const span = last === 0 ? DEFAULT_SPAN : Math.ceil(last * 1.5)
  return Array.from({ length: STEPS + 1 }, (_, n) => {
    const base = Math.round((span * n) / STEPS)
    return { base, amount: getTierAmount(method, tiers, base, currency) }
  })
}
