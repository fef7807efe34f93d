import { formatMoney as writeAmount, moneyText, multiply, parseMoney, calculatePercentage, roundAmount, dropDecimals } from 'stoa/money'
import type { SiteSettings } from 'stoa/api-types'

export interface Currency {
  identifier: string
  rate: string
  mark: string
}

/** Site settings with currencies, which are absent when no plugin provides them. */
interface MoneySettings extends SiteSettings {
  currency?: { base_currency: string; supported_currencies: Currency[] }
}

/** `amount × rate`, rounded to the currency, without thousands separators. */
export const convert = (amount: string, rate: string, currency = ''): string =>
  dropDecimals(writeAmount(roundAmount(multiply(parseMoney(amount), rate), currency)), currency)

/** An amount less a percentage, rounded like a discount on a cart line. */
export const discountedPrice = (amount: string, percent: string, currency: string): string => {
  const minor = parseMoney(amount)
  return writeAmount(minor - roundAmount(calculatePercentage(minor, percent), currency))
}

/** Code of the base currency; empty when no plugin provides currencies. */
export const baseCurrency = ({ currency }: MoneySettings): string => currency?.base_currency ?? ''

/** The currencies a visitor may choose; always includes the base currency. */
export const getCurrencies = ({ currency }: MoneySettings): Currency[] => {
  if (!currency) return []
  const listed = currency.supported_currencies
  if (listed.some((candidate) => candidate.identifier === currency.base_currency)) return listed
  return [{ identifier: currency.base_currency, rate: '1', mark: `${currency.base_currency} ` }, ...listed]
}

/** The currency with code `identifier`, or the base currency. */
export const findCurrency = (settings: MoneySettings, identifier: string | undefined): Currency => {
  const all = getCurrencies(settings)
  const base = baseCurrency(settings)
  const match = all.find((candidate) => candidate.identifier === identifier) ?? all.find((candidate) => candidate.identifier === base)
  return match ?? { identifier: base, rate: '1', mark: '' }
}

/** Formats an amount. Prices are converted to the chosen currency; an amount with its own currency keeps it. */
export const formatMoney = (settings: SiteSettings, chosen: Currency, amount: string, currency?: string): string => {
  if (currency === undefined) return moneyText(convert(amount, chosen.rate, chosen.identifier), chosen.mark)
  const priceCurrency =
    currency === chosen.identifier ? chosen : getCurrencies(settings).find((candidate) => candidate.identifier === currency)
  return moneyText(convert(amount, '1', currency), priceCurrency?.mark ?? `${currency} `)
}
