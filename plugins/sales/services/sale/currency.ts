import { type Ctx, invalid, multiply, roundAmount, text } from '#core'
import { currency } from '#plugins/currency/index'

/** The currency of a sale, and what one unit of the base currency is worth in it. */
export interface SaleCurrency {
  code: string
  rate: string
}

/** The currency of a checkout with its rate to the base currency. @throws Failed INVALID for one the shop does not take. */
export function currencyOf(ctx: Ctx, asked: string | null): SaleCurrency {
  const { base_currency, supported_currencies } = ctx.kernel.settings.of(currency)
  if (!asked || asked === base_currency) return { code: base_currency, rate: '1' }
  const found = supported_currencies.find((c) => c.identifier === asked)
  if (!found) throw invalid({ currency: text('core:rule.choice') })
  return { code: found.identifier, rate: found.rate }
}

/** Price of one unit in the currency shown: base price × rate, half up to what the currency has (the first place a fraction can appear). */
export const unitPrice = (baseMinor: number, { code, rate }: SaleCurrency): number =>
  roundAmount(rate === '1' ? baseMinor : multiply(baseMinor, rate), code)
