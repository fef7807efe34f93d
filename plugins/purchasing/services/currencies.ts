import { type Ctx, invalid, text } from '#core'
import { currency } from '../../catalogue/index.ts'

/** The rate of a currency of the shop, undefined when it is none. */
export const rateOf = (ctx: Ctx, code: string): string | undefined =>
  ctx.kernel.settings.of(currency).supported_currencies.find((c) => c.identifier === code)?.rate

/** @throws Failed INVALID for a currency that has no rate. */
export function refuseUnknownCurrency(ctx: Ctx, code: string | undefined): void {
  if (code && rateOf(ctx, code) === undefined) throw invalid({ currency: text('purchasing:error.currency', { code }) })
}
