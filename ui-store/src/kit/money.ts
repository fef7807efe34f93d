import { formatMoney as writeAmount, multiply, parseMoney } from '../../../core/money.ts'
import type { SiteSettings } from '../../../core/wire.ts'

export interface Currency {
  identifier: string
  rate: string
  mark: string
}

/** `amount × rate` with two decimals and no thousands separators. */
export const convert = (amount: string, rate: string): string => writeAmount(multiply(parseMoney(amount), rate))

/** The currencies a visitor may choose; the base one is always among them. */
export const currenciesOf = ({ currency }: SiteSettings): Currency[] => {
  const listed = currency.supported_currencies
  if (listed.some((one) => one.identifier === currency.base_currency)) return listed
  return [{ identifier: currency.base_currency, rate: '1', mark: `${currency.base_currency} ` }, ...listed]
}

/** The currency called `identifier`, or the base one. */
export const findCurrency = (settings: SiteSettings, identifier: string | undefined): Currency => {
  const all = currenciesOf(settings)
  return (
    all.find((one) => one.identifier === identifier) ??
    all.find((one) => one.identifier === settings.currency.base_currency) ?? {
      identifier: settings.currency.base_currency,
      rate: '1',
      mark: '',
    }
  )
}

/**
 * An amount as people read it. Prices are turned into the chosen currency;
 * an amount with a currency of its own keeps it whatever is chosen.
 */
export const formatMoney = (settings: SiteSettings, chosen: Currency, amount: string, currency?: string): string => {
  if (currency === undefined) return `${chosen.mark}${convert(amount, chosen.rate)}`
  const own = currency === chosen.identifier ? chosen : findCurrency(settings, currency)
  return `${own.mark}${convert(amount, '1')}`
}
