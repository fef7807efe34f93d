/** A decimal text as a whole number and the power of ten it was multiplied by. */
function exact(text: string): { value: bigint; scale: bigint } {
  const [whole = '0', part = ''] = text.split('.')
  return { value: BigInt(whole + part), scale: 10n ** BigInt(part.length) }
}

function product(factors: readonly string[]): { value: bigint; scale: bigint } {
  return factors.map(exact).reduce((a, b) => ({ value: a.value * b.value, scale: a.scale * b.scale }), { value: 1n, scale: 1n })
}

/** Minor units in one unit of any currency. */
const MINOR = 100n

/** Points for an amount of the base currency, in minor units, at so many a unit; whole ones, nothing is rounded up. */
export function getPoints(minor: number, ...factors: readonly string[]): number {
  const { value, scale } = product(factors)
  return minor <= 0 ? 0 : Number((BigInt(minor) * value) / (scale * MINOR))
}

/** What points are worth in minor units of a currency: `value` is the worth of one in units of the base currency, `rate` what one of those is in the currency. */
export function getWorth(points: number, value: string, rate: string): number {
  const p = product([value, rate])
  return Number((BigInt(points) * p.value * MINOR) / p.scale)
}

/** The fewest points that are worth at least so much. @throws RangeError when one is worth nothing */
export function getPointsNeeded(minor: number, value: string, rate: string): number {
  const p = product([value, rate])
  if (p.value <= 0n) throw new RangeError('points that are worth nothing pay for nothing')
  const per = p.value * MINOR
  return Number((BigInt(minor) * p.scale + per - 1n) / per)
}
