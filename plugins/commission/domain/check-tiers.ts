import { getPercentAmount, toHundredths } from './amounts.ts'
import type { Tier, TierMethod } from './types.ts'

/** What is wrong with tiers. An error refuses them; a warning is shown, since somebody may want them so. */
export type TierProblem =
  | { level: 'error'; code: 'none' | 'first_from' | 'empty' | 'gap' | 'overlap' | 'last_to'; index: number }
  | { level: 'warning'; code: 'lower_percent'; index: number }
  /** Whoever sells from `from` up to `to` earns less than just below `from`. */
  | { level: 'warning'; code: 'pays_less'; index: number; from: number; to: number | null }

/** The base at which a percentage pays as much as `amount`, rounded up; null when it never does before the end of the tier. */
function findCatchUp({ from, to, percent }: Tier, amount: number): number | null {
  const hundredths = BigInt(toHundredths(percent))
  if (hundredths === 0n) return to
  const base = Number((BigInt(amount) * 10_000n + hundredths - 1n) / hundredths)
  return to !== null && base >= to ? to : Math.max(base, from)
}

/**
 * Checks tiers in their order: the first begins at 0, each continues where the one before ends, and the last has no end, so that every amount
 * lies in exactly one. Slabs whose percentage falls pay less for more, which is a warning. Specification backoffice 2.10.
 */
export function checkTiers(method: TierMethod, tiers: readonly Tier[]): TierProblem[] {
  if (tiers.length === 0) return [{ level: 'error', code: 'none', index: 0 }]
  const problems: TierProblem[] = []
  for (const [index, tier] of tiers.entries()) {
    const before = tiers[index - 1]
    if (tier.to !== null && tier.to <= tier.from) problems.push({ level: 'error', code: 'empty', index })
    if (!before) {
      if (tier.from !== 0) problems.push({ level: 'error', code: 'first_from', index })
    } else if (before.to === null || tier.from < before.to) problems.push({ level: 'error', code: 'overlap', index })
    else if (tier.from > before.to) problems.push({ level: 'error', code: 'gap', index })
    if (index === tiers.length - 1 && tier.to !== null) problems.push({ level: 'error', code: 'last_to', index })
  }
  return problems.length > 0 ? problems : tiers.flatMap((tier, index) => warnAbout(method, tiers[index - 1], tier, index))
}

function warnAbout(method: TierMethod, before: Tier | undefined, tier: Tier, index: number): TierProblem[] {
  if (!before || toHundredths(tier.percent) >= toHundredths(before.percent)) return []
  if (method === 'tier_marginal') return [{ level: 'warning', code: 'lower_percent', index }]
  const amount = getPercentAmount(tier.from, before.percent, '')
  return [{ level: 'warning', code: 'pays_less', index, from: tier.from, to: findCatchUp(tier, amount) }]
}
