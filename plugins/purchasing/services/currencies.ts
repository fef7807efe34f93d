import { type Ctx, validationError, message } from 'stoa'
import { getRate } from 'stoa/plugins/currency'

/** @throws AppError INVALID for a currency without an exchange rate */
export function rejectUnknownCurrency(ctx: Ctx, code: string | undefined): void {
  if (code && getRate(ctx.kernel, code) === undefined) throw validationError({ currency: message('purchasing:error.currency', { code }) })
}
