/** Amounts of money: whole minor units (cents) inside, decimal texts with two decimals outside. No floats, and no minus before a zero. */

/** Commas set thousands apart and nothing else: whoever writes 12,50 for twelve and a half means no twelve hundred and fifty. */
export const AMOUNT = /^(-?)(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/

/** The largest amount there is a text for, in minor units. Sums beyond it could not be read again; far beyond it numbers lose cents. */
export const MOST_AMOUNT = 99_999_999_999_999

/**
 * Place of the first amount with which a sum of amounts goes beyond the largest one; -1 where it does not.
 * @param rate what one unit of the base currency is worth in theirs: the sum has to fit in both
 */
export function findIndexBeyond(amounts: readonly number[], rate: string | number = 1): number {
  const most = MOST_AMOUNT * Math.min(1, Number(rate))
  let sum = 0
  return amounts.findIndex((amount) => (sum += amount) > most)
}

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
export const groupThousands = (decimal: string): string => decimal.replace(/^-?\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','))

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

/** A percentage such as "7.5" of an amount in minor units, rounded down. */
export const percentageOf = (minor: number, percent: string): number =>
  Number((BigInt(minor) * BigInt(Math.round(Number(percent) * 100))) / 10_000n)

/**
 * Splits a total over weights so that the parts add up exactly: floors first, then one unit each to the
 * largest remainders, ties in order. Weights of zero get nothing unless all are zero (then the first gets all).
 */
export function splitByWeight(total: number, weights: readonly number[]): number[] {
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

/** Currencies of ISO 4217 without a minor unit. */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
/** Currencies of ISO 4217 with three or four decimals, which hundredths cannot hold. */
const FINER: ReadonlyMap<string, number> = new Map([
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
])

/** Decimals of a currency by ISO 4217; two for a code it does not know. */
export const currencyDecimals = (code: string): number => (WHOLE.has(code) ? 0 : (FINER.get(code) ?? 2))

/** The smallest amount of a currency, in hundredths: amounts are stored in hundredths whatever the currency. */
export const smallestAmount = (code: string): number => (currencyDecimals(code) === 0 ? 100 : 1)

/** Whether an amount can be paid in a currency: a yen has no hundredths. */
export const isPayable = (minor: number, code: string): boolean => minor % smallestAmount(code) === 0

/** The nearest amount that can be paid in a currency, half up (away from zero). */
export function roundAmount(minor: number, code: string): number {
  const step = smallestAmount(code)
  const rounded = Math.floor((Math.abs(minor) + step / 2) / step) * step
  return step === 1 ? minor : minor < 0 ? 0 - rounded : rounded
}

/** As `split`, in parts that can be paid in a currency; of a total that cannot, the odd rest lies on the first part. */
export function splitAmount(total: number, weights: readonly number[], code: string): number[] {
  const step = smallestAmount(code)
  if (step === 1) return splitByWeight(total, weights)
  const rest = total % step
  const parts = splitByWeight((total - rest) / step, weights).map((part) => part * step)
  return rest === 0 ? parts : parts.map((part, i) => (i === 0 ? part + rest : part))
}

/**
 * Parts of an amount as they can be paid in a currency: none moves by a whole unit, whole ones stay, and together they are the rounded sum.
 * None may be below zero.
 */
export function roundParts(parts: readonly number[], code: string): number[] {
  const step = smallestAmount(code)
  if (step === 1) return [...parts]
  const floors = parts.map((part) => Math.floor(part / step) * step)
  const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)
  const units = (roundAmount(sum(parts), code) - sum(floors)) / step
  const order = parts.map((part, i) => ({ i, odd: part - (floors[i] ?? 0) })).sort((a, b) => b.odd - a.odd || a.i - b.i)
  for (const { i } of order.slice(0, units)) floors[i] = (floors[i] ?? 0) + step
  return floors
}

/**
 * A decimal of the wire, or a range of two, without the decimals its currency does not have: "1935" for "1935.00" JPY. One that cannot be
 * paid keeps them.
 */
export const dropDecimals = (decimal: string, code: string): string =>
  currencyDecimals(code) === 0 ? decimal.replaceAll(/\.00(?!\d)/g, '') : decimal

/**
 * An amount, in minor units or as the wire has it, as people read it: "1,280.00", "−1,935" for yen; `before` is the mark or code to stand
 * before it.
 */
export const figureText = (amount: number | string, currency: string, before = ''): string =>
  moneyText(groupThousands(dropDecimals(typeof amount === 'number' ? formatMoney(amount) : amount, currency)), before)
