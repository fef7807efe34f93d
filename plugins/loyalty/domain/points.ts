/** Parses a decimal string into an integer and its power of ten. */
function exact(text: string): { value: bigint; scale: bigint } {
  const [whole = '0', part = ''] = text.split('.')
  return { value: BigInt(whole + part), scale: 10n ** BigInt(part.length) }
}

function product(factors: readonly string[]): { value: bigint; scale: bigint } {
  return factors.map(exact).reduce((a, b) => ({ value: a.value * b.value, scale: a.scale * b.scale }), { value: 1n, scale: 1n })
}

/** Minor units per unit of a currency; the same for all currencies. */
const MINOR = 100n

/** Points for an amount in minor units of the base currency, with points per unit as factors. Rounds down. */
export function getPoints(minor: number, ...factors: readonly string[]): number {
  const { value, scale } = product(factors)
  return minor <= 0 ? 0 : Number((BigInt(minor) * value) / (scale * MINOR))
}

/**
 * The value of points in minor units of a currency. `value` is the value of one point in units of the base currency, `rate` is the exchange
 * rate.
 */
export function getWorth(points: number, value: string, rate: string): number {
  const p = product([value, rate])
  return Number((BigInt(points) * p.value * MINOR) / p.scale)
}

/** The smallest number of points worth at least this amount. @throws RangeError when a point is worth nothing */
export function getPointsNeeded(minor: number, value: string, rate: string): number {
  const p = product([value, rate])
  if (p.value <= 0n) throw new RangeError('points that are worth nothing pay for nothing')
  const per = p.value * MINOR
  return Number((BigInt(minor) * p.scale + per - 1n) / per)
}
