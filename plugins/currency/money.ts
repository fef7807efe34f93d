import { figureText, invalid, isPayable, type Kernel, type Text, text } from '#core'
import { currency } from './settings.ts'

type Asked = Pick<Kernel, 'settings'>

/** Code of the currency amounts are kept in. */
export const baseCurrency = ({ settings }: Asked): string => settings.of(currency).base_currency

/** What one unit of the base currency is worth in another one, as decimal text; undefined for one the business does not take. */
export const rateOf = ({ settings }: Asked, code: string): string | undefined =>
  settings.of(currency).supported_currencies.find((one) => one.identifier === code)?.rate

/** What stands before amounts of a currency: `HK$`, or its code where nothing was chosen for it. */
export const markOf = ({ settings }: Asked, code: string): string =>
  settings.of(currency).supported_currencies.find((one) => one.identifier === code)?.mark || `${code} `

/** What is wrong with an amount somebody typed; undefined when it can be paid in the currency. */
export const amountProblem = (minor: number, code: string): Text | undefined =>
  isPayable(minor, code) ? undefined : text('currency:error.whole', { code })

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
