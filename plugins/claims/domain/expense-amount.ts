import { currencyDecimals, divide, isPayable, roundAmount } from 'stoa/money'

/**
 * An amount of a receipt in the base currency, in minor units, rounded half up to what the base currency can pay.
 * @param rate price of one unit of the base currency in the currency of the receipt
 */
export const toBaseAmount = (minor: number, rate: string, base: string): number => roundAmount(divide(minor, rate), base)

/** Decimals of a distance, and of a rate per kilometre. */
const KM_DECIMALS = 2
const RATE_DECIMALS = 4

/** A decimal text such as "12.5" as an integer of its smallest parts. @throws RangeError */
function toParts(value: string, decimals: number): bigint {
  const match = /^(\d{1,9})(?:\.(\d{1,20}))?$/.exec(value)
  let fraction = match?.[2] ?? ''
  while (fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  if (!match || fraction.length > decimals) throw new RangeError(`"${value}" is no number of at most ${decimals} decimals`)
  return BigInt((match[1] ?? '') + fraction.padEnd(decimals, '0'))
}

/** Whether a text is a distance of more than 0 km with at most two decimals. */
export const isDistance = (km: string): boolean => /^\d{1,5}(\.\d{1,2}0*)?$/.test(km) && Number(km) > 0

/** Whether a text is a rate per kilometre of more than 0 with at most four decimals. */
export const isKmRate = (rate: string): boolean => /^\d{1,5}(\.\d{1,4}0*)?$/.test(rate) && Number(rate) > 0

/**
 * The amount for a distance in minor units of the base currency: kilometres × rate, rounded half up to a payable amount.
 * @param km kilometres with at most two decimals
 * @param rate base currency per kilometre with at most four decimals
 */
export function toMileageAmount(km: string, rate: string, base: string): number {
  const product = toParts(km, KM_DECIMALS) * toParts(rate, RATE_DECIMALS)
  // The product has six decimals, minor units have two.
  const scale = 10n ** BigInt(KM_DECIMALS + RATE_DECIMALS - 2)
  return roundAmount(Number((product * 2n + scale) / (scale * 2n)), base)
}

/** A rate per kilometre that applies from a date on. */
export interface MileageRate {
  effective_from: string
  /** Base currency per kilometre. */
  rate: string
}

/** The rate that applies on a date: the latest that is effective by then; undefined before the first one. */
export const findMileageRate = (rates: readonly MileageRate[], date: string): MileageRate | undefined =>
  rates.filter(({ effective_from }) => effective_from <= date).toSorted((one, two) => (one.effective_from < two.effective_from ? 1 : -1))[0]

/** Problem of an amount in a currency, as the key of a message; undefined when it is exact. Hundredths cannot hold a third decimal. */
export function findCurrencyProblem(minor: number, code: string): 'finer_currency' | 'whole_amount' | undefined {
  if (currencyDecimals(code) > 2) return 'finer_currency'
  return isPayable(minor, code) ? undefined : 'whole_amount'
}
