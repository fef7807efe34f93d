import { formatMoney, type Kernel } from '#core'
import { currency } from './settings.ts'

type Asked = Pick<Kernel, 'settings'>

/** Code of the currency amounts are kept in. */
export const baseCurrency = ({ settings }: Asked): string => settings.of(currency).base_currency

/** What one unit of the base currency is worth in another one, as decimal text; undefined for one the business does not take. */
export const rateOf = ({ settings }: Asked, code: string): string | undefined =>
  settings.of(currency).supported_currencies.find((one) => one.identifier === code)?.rate

/** An amount of the base currency, in minor units, as people read it on paper: HK$1,280.00. */
export function markedMoney(kernel: Asked, minor: number): string {
  const { base_currency: code, supported_currencies: all } = kernel.settings.of(currency)
  const mark = all.find((one) => one.identifier === code)?.mark
  return `${mark || `${code} `}${formatMoney(minor).replaceAll(/\B(?=(\d{3})+\.)/g, ',')}`
}
