import { roundAmount } from 'stoa/money'

const SCALE = 1_000

/** Decimals of a factor such as `1.5`, as an integer and its scale. */
function toFraction(factor: string): [bigint, bigint] {
  const match = /^(\d+)(?:\.(\d{1,8}))?$/.exec(factor)
  if (!match) throw new RangeError(`"${factor}" is no factor`)
  const decimals = match[2] ?? ''
  return [BigInt(match[1] + decimals), 10n ** BigInt(decimals.length)]
}

/** An exact amount: minor units as a fraction. */
export interface Ratio {
  top: bigint
  bottom: bigint
}

export const toRatio = (minor: number): Ratio => ({ top: BigInt(minor), bottom: 1n })

export const addRatios = (one: Ratio, two: Ratio): Ratio =>
  one.bottom === two.bottom
    ? { top: one.top + two.top, bottom: one.bottom }
    : { top: one.top * two.bottom + two.top * one.bottom, bottom: one.bottom * two.bottom }

/** Times a quantity with at most three decimals, divided by another. */
export function scaleRatio({ top, bottom }: Ratio, quantity: number, divisor = 1): Ratio {
  const toScale = (value: number) => BigInt(Math.round(value * SCALE))
  return { top: top * toScale(quantity), bottom: bottom * toScale(divisor) }
}

/** Times a decimal text such as `1.5`. */
export function multiplyRatio({ top, bottom }: Ratio, factor: string): Ratio {
  const [value, scale] = toFraction(factor)
  return { top: top * value, bottom: bottom * scale }
}

/** A percentage, such as `5`, of an exact amount. */
export const percentRatio = (ratio: Ratio, percent: string): Ratio => {
  const { top, bottom } = multiplyRatio(ratio, percent)
  return { top, bottom: bottom * 100n }
}

/** Rounds half up, away from zero, to whole multiples of `unit`. */
function roundRatio({ top, bottom }: Ratio, unit: bigint): number {
  const divisor = bottom * unit
  const magnitude = top < 0n ? -top : top
  const rounded = Number(((magnitude * 2n + divisor) / (divisor * 2n)) * unit)
  return top < 0n ? 0 - rounded : rounded
}

/** The payable amount in minor units, rounded half up. Specification backoffice 2.9: each line is rounded, then lines are summed. */
export const toAmount = (ratio: Ratio, currency: string): number => {
  const step = roundAmount(1, currency) === 1 ? 1n : 100n
  return roundRatio(ratio, step)
}

/** Rounds an amount that is not negative to whole units of the currency. */
export function toWholeUnits({ top, bottom }: Ratio, rounding: 'nearest' | 'down' | 'up'): number {
  if (rounding === 'nearest') return roundRatio({ top, bottom }, 100n)
  const unit = bottom * 100n
  return Number((rounding === 'down' ? top / unit : (top + unit - 1n) / unit) * 100n)
}

/** Four decimals of a whole unit, such as `1612.9032`, to show the rate of a line. */
export function toRateText(ratio: Ratio): string {
  const value = roundRatio({ top: ratio.top * 100n, bottom: ratio.bottom }, 1n)
  const digits = String(Math.abs(value)).padStart(5, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** Rounds a number of days or hours to three decimals. It removes the error of binary fractions. */
export const roundQuantity = (value: number): number => Math.round((value + Number.EPSILON) * SCALE) / SCALE + 0

/** The sum of days or hours, rounded to three decimals. */
export const sumQuantities = (values: readonly number[]): number => roundQuantity(values.reduce((sum, value) => sum + value, 0))
