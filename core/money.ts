/** Amounts of money: integers of minor units (cents) inside, decimal texts with two decimals outside. No floats, and no negative zero. */

/** Commas are thousands separators only: 12,50 is not accepted, because it may mean twelve and a half. */
export const AMOUNT = /^(-?)(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/

/**
 * The largest amount that can be written as text, in minor units. Larger sums could not be parsed again; far larger numbers lose
 * precision.
 */
export const MOST_AMOUNT = 99_999_999_999_999

/**
 * Index of the first amount at which the running sum exceeds the largest amount; -1 when it does not.
 * @param rate value of one unit of the base currency in the currency of the amounts: the sum must fit in both
 */
export function findIndexBeyond(amounts: readonly number[], rate: string | number = 1): number {
  const most = MOST_AMOUNT * Math.min(1, Number(rate))
  let sum = 0
  return amounts.findIndex((amount) => (sum += amount) > most)
}

/** Parses a decimal text such as "128", "128.5" or "-0.05" to minor units. @throws RangeError for anything else. */
export function parseMoney(value: string | number): number {
  const match = AMOUNT.exec(typeof value === 'number' ? String(value) : value.trim())
  if (!match) throw new RangeError(`"${value}" is no amount`)
  const [, sign, whole = '0', cents = ''] = match
  const minor = Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
  return sign ? 0 - minor : minor
}

/** Formats minor units: 12800 is "128.00". */
export function formatMoney(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Adds thousands separators to a decimal text: "1,234,567.50". */
export const groupThousands = (decimal: string): string => decimal.replace(/^-?\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','))

/**
 * Formats an amount for people: "HKD 30.00", and "−HKD 30.00" below zero. The minus precedes the symbol or code. API and sheets
 * keep the hyphen.
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

/** `minor` divided by a decimal factor such as a rate "0.128", rounded half up (away from zero). @throws RangeError for zero or no number */
export function divide(minor: number, factor: string): number {
  const match = /^(\d+)(?:\.(\d{1,8}))?$/.exec(factor)
  const divisor = match && BigInt(match[1] + (match[2] ?? ''))
  if (!divisor) throw new RangeError(`"${factor}" is no divisor`)
  const amount = BigInt(Math.abs(minor)) * 10n ** BigInt(match[2]?.length ?? 0)
  const rounded = Number((amount * 2n + divisor) / (divisor * 2n))
  return minor < 0 ? 0 - rounded : rounded
}

/** A percentage such as "7.5" of an amount in minor units, rounded down. */
export const calculatePercentage = (minor: number, percent: string): number =>
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

/** ISO 4217 currencies without a minor unit. */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
/** ISO 4217 currencies with three or four decimals, which hundredths cannot represent. */
const FINER: ReadonlyMap<string, number> = new Map([
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
])

/** Number of decimals of a currency by ISO 4217; two for an unknown code. */
export const currencyDecimals = (code: string): number => (WHOLE.has(code) ? 0 : (FINER.get(code) ?? 2))

/** The smallest payable amount of a currency, in hundredths: amounts of all currencies are stored in hundredths. */
export const smallestAmount = (code: string): number => (currencyDecimals(code) === 0 ? 100 : 1)

/** Whether an amount is payable in a currency: yen have no decimals. */
export const isPayable = (minor: number, code: string): boolean => minor % smallestAmount(code) === 0

/** Rounds to the nearest payable amount of a currency, half up (away from zero). */
export function roundAmount(minor: number, code: string): number {
  const step = smallestAmount(code)
  const rounded = Math.floor((Math.abs(minor) + step / 2) / step) * step
  return step === 1 ? minor : minor < 0 ? 0 - rounded : rounded
}

/** Like `splitByWeight`, into payable amounts. If the total itself is not payable, the first part carries the remainder. */
export function splitAmount(total: number, weights: readonly number[], code: string): number[] {
  const step = smallestAmount(code)
  if (step === 1) return splitByWeight(total, weights)
  const rest = total % step
  const parts = splitByWeight((total - rest) / step, weights).map((part) => part * step)
  return rest === 0 ? parts : parts.map((part, i) => (i === 0 ? part + rest : part))
}

/**
 * Rounds the parts of an amount to payable amounts. Each moves by less than one unit, payable parts stay, and their sum is the
 * rounded total. Parts must not be negative.
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
 * Removes the decimals that a currency does not have from a decimal text, or from a range of two: "1935" for "1935.00" JPY. An
 * amount that is not payable keeps them.
 */
export const dropDecimals = (decimal: string, code: string): string =>
  currencyDecimals(code) === 0 ? decimal.replaceAll(/\.00(?!\d)/g, '') : decimal

/**
 * Formats an amount, in minor units or as decimal text, for people: "1,280.00", "−1,935" for yen; `before` is the symbol or code in
 * front.
 */
export const figureText = (amount: number | string, currency: string, before = ''): string =>
  moneyText(groupThousands(dropDecimals(typeof amount === 'number' ? formatMoney(amount) : amount, currency)), before)
