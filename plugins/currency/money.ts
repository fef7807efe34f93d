import { figureText, type Kernel, multiply, readBaseCurrency as baseCurrency, roundAmount } from 'stoa'
import { currency } from './settings.ts'

type WithSettings = Pick<Kernel, 'settings'>

export { baseCurrency }

/** What one unit of the base currency is worth in another one, as decimal text; undefined for one the business does not take. */
export const getRate = ({ settings }: WithSettings, code: string): string | undefined =>
  settings.of(currency).supported_currencies.find((one) => one.identifier === code)?.rate

/** The currency of a sale, and what one unit of the base currency is worth in it. */
export interface SaleCurrency {
  code: string
  rate: string
}

/** Price of one unit in the currency shown: base price × rate, half up to what the currency has (the first place a fraction can appear). */
export const unitPrice = (baseMinor: number, { code, rate }: SaleCurrency): number =>
  roundAmount(rate === '1' ? baseMinor : multiply(baseMinor, rate), code)

/** What stands before amounts of a currency: `HK$`, or its code where nothing was chosen for it. */
export const getMark = ({ settings }: WithSettings, code: string): string =>
  settings.of(currency).supported_currencies.find((one) => one.identifier === code)?.mark || `${code} `

/** An amount of the base currency, in minor units, as people read it on paper: HK$1,280.00. */
export function markedMoney(kernel: WithSettings, minor: number): string {
  const code = baseCurrency(kernel)
  return figureText(minor, code, getMark(kernel, code))
}
