import type { SiteSettings } from '../../../core/wire.ts'

export interface Currency { identifier: string; rate: string; mark: string }

/** A decimal string as an integer and the power of ten it was scaled by. Thousands commas are dropped. */
const parts = (text: string): { value: bigint; scale: number } => {
  const clean = text.replaceAll(',', '').trim()
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(clean)
  if (!match || clean === '') throw new Error(`Not a decimal number: "${text}"`)
  const [, sign = '', whole = '', fraction = ''] = match
  return { value: BigInt(`${sign}${whole || '0'}${fraction}`), scale: fraction.length }
}

/** Rounds `value / 10^scale` to two decimals, half away from zero, and writes it out. */
const toFixed2 = (value: bigint, scale: number): string => {
  const negative = value < 0n
  let minor = negative ? -value : value
  if (scale < 2) minor *= 10n ** BigInt(2 - scale)
  if (scale > 2) {
    const unit = 10n ** BigInt(scale - 2)
    minor = (minor + unit / 2n) / unit
  }
  const text = minor.toString().padStart(3, '0')
  return `${negative && minor > 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** `amount × rate` with two decimals and no thousands separators. Whole numbers all the way: no floats. */
export const convert = (amount: string, rate: string): string => {
  const a = parts(amount)
  const r = parts(rate)
  return toFixed2(a.value * r.value, a.scale + r.scale)
}

/** -1, 0 or 1, comparing two decimal strings by worth. */
export const compareAmounts = (a: string, b: string): number => {
  const x = parts(a)
  const y = parts(b)
  const left = x.value * 10n ** BigInt(y.scale)
  const right = y.value * 10n ** BigInt(x.scale)
  return left < right ? -1 : left > right ? 1 : 0
}

/** The currencies a visitor may choose; the base one is always among them. */
export const currenciesOf = ({ currency }: SiteSettings): Currency[] => {
  const listed = currency.supported_currencies
  if (listed.some((one) => one.identifier === currency.base_currency)) return listed
  return [{ identifier: currency.base_currency, rate: '1', mark: `${currency.base_currency} ` }, ...listed]
}

/** The currency called `identifier`, or the base one. */
export const findCurrency = (settings: SiteSettings, identifier: string | undefined): Currency => {
  const all = currenciesOf(settings)
  return all.find((one) => one.identifier === identifier)
    ?? all.find((one) => one.identifier === settings.currency.base_currency)
    ?? { identifier: settings.currency.base_currency, rate: '1', mark: '' }
}

/**
 * An amount as people read it. Base-currency amounts are turned into the chosen currency;
 * amounts the server already states in another currency keep it.
 */
export const formatMoney = (
  settings: SiteSettings, chosen: Currency, amount: string, currency = settings.currency.base_currency,
): string => {
  if (currency === settings.currency.base_currency) return `${chosen.mark}${convert(amount, chosen.rate)}`
  const own = currency === chosen.identifier ? chosen : findCurrency(settings, currency)
  return `${own.mark}${convert(amount, '1')}`
}
