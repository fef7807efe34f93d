import { type Ctx, invalid, text } from 'stoa'
import { rateOf } from 'stoa/plugins/currency'

/** @throws Failed INVALID for a currency that has no rate. */
export function refuseUnknownCurrency(ctx: Ctx, code: string | undefined): void {
  if (code && rateOf(ctx.kernel, code) === undefined) throw invalid({ currency: text('purchasing:error.currency', { code }) })
}
