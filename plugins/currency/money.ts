import {
  figureText,
  invalid,
  isPayable,
  type Kernel,
  multiply,
  readBaseCurrency as baseCurrency,
  roundAmount,
  type Text,
  text,
} from '#core'
import { currency } from './settings.ts'

type Asked = Pick<Kernel, 'settings'>

export { baseCurrency }

/** What one unit of the base currency is worth in another one, as decimal text; undefined for one the business does not take. */
export const rateOf = ({ settings }: Asked, code: string): string | undefined =>
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
export const markOf = ({ settings }: Asked, code: string): string =>
  settings.of(currency).supported_currencies.find((one) => one.identifier === code)?.mark || `${code} `

/** What is wrong with an amount somebody typed; undefined when it can be paid in the currency. */
export const amountProblem = (minor: number, code: string): Text | undefined =>
  isPayable(minor, code) ? undefined : text('core:rule.whole_amount', { code })

/** @throws Failed INVALID by the field, for an amount that cannot be paid in the currency */
export function assertPayable(field: string, minor: number, code: string): void {
  const problem = amountProblem(minor, code)
  if (problem) throw invalid({ [field]: problem })
}

/** An amount of the base currency, in minor units, as people read it on paper: HK$1,280.00. */
export function markedMoney(kernel: Asked, minor: number): string {
  const code = baseCurrency(kernel)
  return figureText(minor, code, markOf(kernel, code))
}
