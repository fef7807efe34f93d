/** Amounts of money: whole minor units (cents) inside, decimal texts with two decimals outside. No floats, and no minus before a zero. */

/** Commas set thousands apart and nothing else: whoever writes 12,50 for twelve and a half means no twelve hundred and fifty. */
export const AMOUNT = /^(-?)(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/

/** Minor units of a decimal text such as "128", "128.5" or "-0.05". @throws RangeError on anything else. */
export function parseMoney(value: string | number): number {
  const match = AMOUNT.exec(typeof value === 'number' ? String(value) : value.trim())
  if (!match) throw new RangeError(`"${value}" is no amount`)
  const [, sign, whole = '0', cents = ''] = match
  const minor = Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
  return sign ? 0 - minor : minor
}

/** "128.00" for 12800. */
export function formatMoney(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A decimal of the wire with its thousands apart: "1,234,567.50". */
export const thousandsApart = (decimal: string): string => decimal.replace(/^-?\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','))

/**
 * An amount of the wire as people read it: "HKD 30.00", and "−HKD 30.00" below zero. The minus stands before the mark or code, so that
 * it is never lost between the two; programs and sheets keep the plain hyphen.
 */
export const moneyText = (amount: string, before = ''): string => `${amount.startsWith('-') ? '−' : ''}${before}${amount.replace('-', '')}`

/** `minor` times a decimal factor such as a rate "7.8125" or a percentage "0.15", rounded half up (away from zero). */
export function multiply(minor: number, factor: string): number {
  const match = /^(\d+)(?:\.(\d{1,8}))?$/.exec(factor)
  if (!match) throw new RangeError(`"${factor}" is no factor`)
  const scale = 10n ** BigInt(match[2]?.length ?? 0)
  const product = BigInt(Math.abs(minor)) * BigInt(match[1] + (match[2] ?? ''))
  const rounded = Number((product * 2n + scale) / (scale * 2n))
  return minor < 0 ? 0 - rounded : rounded
}

/**
 * Splits a total over weights so that the parts add up exactly: floors first, then one unit each to the
 * largest remainders, ties in order. Weights of zero get nothing unless all are zero (then the first gets all).
 */
export function split(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  if (sum <= 0) return weights.map((_, i) => (i === 0 ? total : 0))
  const exact = weights.map((w) => BigInt(Math.abs(total)) * BigInt(w))
  const parts = exact.map((e) => Number(e / BigInt(sum)))
  const left = Math.abs(total) - parts.reduce((a, b) => a + b, 0)
  const order = exact
    .map((e, i) => ({ i, rest: e % BigInt(sum) }))
    .sort((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest < b.rest ? 1 : -1))
  for (const { i } of order.slice(0, left)) parts[i] = (parts[i] ?? 0) + 1
  return total < 0 ? parts.map((p) => 0 - p) : parts
}
