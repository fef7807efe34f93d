/**
 * An amount of another currency in the base currency, half up. `rate` is what one unit of the base currency is worth in
 * the other, as rates of the shop are kept: 1.00 in a currency of rate "0.128" is 7.81.
 */
export function toBase(minor: number, rate: string): number {
  const [whole = '0', part = ''] = rate.split('.')
  const scale = 10n ** BigInt(part.length)
  const divisor = BigInt(whole + part)
  if (divisor <= 0n) throw new RangeError(`"${rate}" is no rate`)
  const amount = BigInt(Math.abs(minor)) * scale
  const rounded = Number((amount * 2n + divisor) / (divisor * 2n))
  // `-rounded` would make a zero of its own of nothing.
  return minor < 0 ? 0 - rounded : rounded
}

/** What one unit of a line costs after the line's discount, half up. */
export function netUnit(unit: number, quantity: number, discount: number): number {
  const value = BigInt(unit) * BigInt(quantity) - BigInt(discount)
  const divisor = BigInt(quantity)
  return Number((value * 2n + divisor) / (divisor * 2n))
}

/** Whether a cost is further from the agreed one than so many percent. */
export const differs = (agreed: number, cost: number, percent: number): boolean =>
  BigInt(Math.abs(cost - agreed)) * 100n > BigInt(agreed) * BigInt(percent)
