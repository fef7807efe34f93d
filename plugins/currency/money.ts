import { figureText, type Kernel, multiply, readBaseCurrency as baseCurrency, roundAmount } from 'stoa'
import { currency } from './settings.ts'

type WithSettings = Pick<Kernel, 'settings'>

export { baseCurrency }

/** The exchange rate of a currency: price of one unit of the base currency, as a decimal string; undefined for an unsupported currency. */
export const getRate = ({ settings }: WithSettings, code: string): string | undefined =>
  settings.of(currency).supported_currencies.find((entry) => entry.identifier === code)?.rate

/** The currency of a sale with its exchange rate. */
export interface SaleCurrency {
  code: string
  rate: string
}

/**
 * Unit price in a currency: base price × rate, rounded half up to the minor unit. Rounded here, the first place where a fraction occurs.
 */
export const unitPrice = (baseMinor: number, { code, rate }: SaleCurrency): number =>
  roundAmount(rate === '1' ? baseMinor : multiply(baseMinor, rate), code)

/** The currency symbol: `HK$`, or the code when none is set. */
export const getMark = ({ settings }: WithSettings, code: string): string =>
  settings.of(currency).supported_currencies.find((entry) => entry.identifier === code)?.mark || `${code} `

/** Formats an amount of the base currency in minor units, for documents: HK$1,280.00. */
export function markedMoney(kernel: WithSettings, minor: number): string {
  const code = baseCurrency(kernel)
  return figureText(minor, code, getMark(kernel, code))
}
