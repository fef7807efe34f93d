import { divide } from 'stoa/money'

/**
 * Converts an amount to the base currency, rounded half up. `rate` is the price of one unit of the base currency in the other currency:
 * 1.00 at rate "0.128" is 7.81.
 */
export const toBase = (minor: number, rate: string): number => divide(minor, rate)

/** Unit cost after the line discount, rounded half up. */
export function netUnit(unit: number, quantity: number, discount: number): number {
  const value = BigInt(unit) * BigInt(quantity) - BigInt(discount)
  const divisor = BigInt(quantity)
  return Number((value * 2n + divisor) / (divisor * 2n))
}

/** Whether a cost differs from the agreed cost by more than this percentage. */
export const differs = (agreed: number, cost: number, percent: number): boolean =>
  BigInt(Math.abs(cost - agreed)) * 100n > BigInt(agreed) * BigInt(percent)
