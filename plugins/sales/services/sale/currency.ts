import { type Ctx, validationError, message } from 'stoa'
import { currency, type SaleCurrency } from 'stoa/plugins/currency'

export { type SaleCurrency, unitPrice } from 'stoa/plugins/currency'

/** The currency of a checkout, with its rate to the base currency. @throws AppError INVALID for a currency the shop does not accept */
export function getCurrency(ctx: Ctx, requestedCurrency: string | null): SaleCurrency {
  const { base_currency, supported_currencies } = ctx.kernel.settings.of(currency)
  if (!requestedCurrency || requestedCurrency === base_currency) return { code: base_currency, rate: '1' }
  const found = supported_currencies.find((c) => c.identifier === requestedCurrency)
  if (!found) throw validationError({ currency: message('core:rule.choice') })
  return { code: found.identifier, rate: found.rate }
}
