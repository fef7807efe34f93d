import { formatMoney as writeAmount, moneyText, multiply, parseMoney, percentageOf, roundAmount, dropDecimals } from 'stoa/money'
import type { SiteSettings } from 'stoa/api-types'

export interface Currency {
  identifier: string
  rate: string
  mark: string
}

/** Settings of the shop with those of money, which are absent where no part of the product deals in it. */
interface MoneySettings extends SiteSettings {
  currency?: { base_currency: string; supported_currencies: Currency[] }
}

/** `amount × rate` as the currency has it, without thousands separators. */
export const convert = (amount: string, rate: string, currency = ''): string =>
  dropDecimals(writeAmount(roundAmount(multiply(parseMoney(amount), rate), currency)), currency)

/** What an amount of a currency comes to less a percentage, rounded as the cart rounds what it takes off a line. */
export const discountedPrice = (amount: string, percent: string, currency: string): string => {
  const minor = parseMoney(amount)
  return writeAmount(minor - roundAmount(percentageOf(minor, percent), currency))
}

/** Code of the currency amounts are in; empty where no part of the product deals in money. */
export const baseCurrency = ({ currency }: MoneySettings): string => currency?.base_currency ?? ''

/** The currencies a visitor may choose; the base one is always among them. */
export const getCurrencies = ({ currency }: MoneySettings): Currency[] => {
  if (!currency) return []
  const listed = currency.supported_currencies
  if (listed.some((one) => one.identifier === currency.base_currency)) return listed
  return [{ identifier: currency.base_currency, rate: '1', mark: `${currency.base_currency} ` }, ...listed]
}

/** The currency called `identifier`, or the base one. */
export const findCurrency = (settings: MoneySettings, identifier: string | undefined): Currency => {
  const all = getCurrencies(settings)
  const base = baseCurrency(settings)
  const known = all.find((one) => one.identifier === identifier) ?? all.find((one) => one.identifier === base)
  return known ?? { identifier: base, rate: '1', mark: '' }
}

/**
 * An amount as people read it. Prices are turned into the chosen currency;
 * an amount with a currency of its own keeps it whatever is chosen.
 */
export const formatMoney = (settings: SiteSettings, chosen: Currency, amount: string, currency?: string): string => {
  if (currency === undefined) return moneyText(convert(amount, chosen.rate, chosen.identifier), chosen.mark)
  const own = currency === chosen.identifier ? chosen : getCurrencies(settings).find((one) => one.identifier === currency)
  return moneyText(convert(amount, '1', currency), own?.mark ?? `${currency} `)
}
