import { type Ctx, invalid, text } from '#core'
import { rateOf } from '../../currency/index.ts'

/** @throws Failed INVALID for a currency that has no rate. */
export function refuseUnknownCurrency(ctx: Ctx, code: string | undefined): void {
  if (code && rateOf(ctx.kernel, code) === undefined) throw invalid({ currency: text('purchasing:error.currency', { code }) })
}
