import { roundAmount } from 'stoa/money'
import type { Tier, TierMethod } from './types.ts'

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000n

/** A percentage with at most two decimals in hundredths: 250 for `2.5`. @throws RangeError for anything else */
export function toHundredths(percent: string): number {
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(percent)
  if (!match) throw new RangeError(`"${percent}" is no percentage`)
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Divides and rounds half up, away from zero. The divisor is positive. */
function divideRounded(top: bigint, bottom: bigint): number {
  const magnitude = top < 0n ? -top : top
  const rounded = Number((magnitude * 2n + bottom) / (bottom * 2n))
  return top < 0n ? 0 - rounded : rounded
}

/** A percentage of a base, in minor units, rounded half up to a payable amount of the currency. */
export const getPercentAmount = (base: number, percent: string, currency: string): number =>
  roundAmount(divideRounded(BigInt(base) * BigInt(toHundredths(percent)), WHOLE), currency)

/** `amount` times `part / whole`, rounded half up to a payable amount of the currency. 0 when the whole is 0. */
export const getProportion = (amount: number, part: number, whole: number, currency: string): number =>
  whole <= 0 ? 0 : roundAmount(divideRounded(BigInt(amount) * BigInt(part), BigInt(whole)), currency)

/** The tier that an amount lies in; undefined below the first and beyond the last. */
export const findTier = (tiers: readonly Tier[], amount: number): Tier | undefined =>
  tiers.find(({ from, to }) => amount >= from && (to === null || amount < to))

/**
 * The commission of everything sold in one settlement period. `tier_slab`: the percentage of the reached tier applies to the whole base.
 * `tier_marginal`: each part of the base has the percentage of its own tier; rounded once, at the end. 0 for a base that is not positive.
 * Specification backoffice 2.10.
 * @param base sum of a period, in minor units
 */
export function getTierAmount(method: TierMethod, tiers: readonly Tier[], base: number, currency: string): number {
  if (base <= 0) return 0
  if (method === 'tier_slab') return getPercentAmount(base, findTier(tiers, base)?.percent ?? '0', currency)
  const hundredths = tiers.reduce((sum, { from, to, percent }) => {
    const part = Math.max(0, Math.min(base, to ?? base) - from)
    return sum + BigInt(part) * BigInt(toHundredths(percent))
  }, 0n)
  return roundAmount(divideRounded(hundredths, WHOLE), currency)
}

/**
 * What a further sale adds to the commission of its period: the difference of both totals. The amounts of a period therefore add up to the
 * commission of its total. Less than 0 when a slab with a lower percentage is reached.
 */
export const getTierStep = (
  method: TierMethod,
  tiers: readonly Tier[],
  { before, base }: { before: number; base: number },
  currency: string,
): number => getTierAmount(method, tiers, before + base, currency) - getTierAmount(method, tiers, before, currency)
