import { formatMoney, parseMoney } from 'stoa/money'

/** Currencies that a provider counts without decimals. The shop always stores hundredths. */
export type ZeroDecimalCurrencies = ReadonlySet<string>

/** An amount in the provider's smallest unit: 12800 for HKD 128.00, 128 for JPY 128. @throws if a fraction of a whole unit is left */
export function toProviderAmount(minor: number, currency: string, whole: ZeroDecimalCurrencies): number {
  if (!whole.has(currency)) return minor
  if (minor % 100 !== 0) throw new RangeError(`${currency} has no decimals`)
  return minor / 100
}

/** Converts from the provider's smallest unit. */
export const fromProviderAmount = (count: number, currency: string, whole: ZeroDecimalCurrencies): number =>
  whole.has(currency) ? count * 100 : count

/** "128.00", or "128" for a currency without decimals. */
export const toDecimal = (minor: number, currency: string, whole: ZeroDecimalCurrencies): string =>
  whole.has(currency) ? String(toProviderAmount(minor, currency, whole)) : formatMoney(minor)

/** Hundredths of "128.00", "128.0" or "128"; undefined for an invalid amount. */
export function fromDecimal(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,12}(\.\d+)?$/.test(text.trim())) return undefined
  const [units = '', part = ''] = text.trim().split('.')
  const cents = part.slice(0, 2).padEnd(2, '0')
  if (/[1-9]/.test(part.slice(2))) return undefined
  return parseMoney(`${units}.${cents}`)
}
