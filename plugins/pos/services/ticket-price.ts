import { hasPermission, type Ctx, validationError, parseMoney, message } from 'stoa'
import type { CounterSale, CounterSaleInput } from 'stoa/plugins/sales'
import type { Limits } from './limits.ts'
import type { CounterInput } from './ticket-input.ts'

/** Input as a sale for the sales plugin; with `agreed` at the prices shown to the buyer. */
export const toCounter = (ctx: Ctx, input: CounterInput, agreed = false): CounterSaleInput => ({
  lines: input.lines.map((l) => {
    const unit = l.unit_price ?? (agreed ? l.told : null)
    const reason = l.unit_price === null ? '' : l.reason
    return {
      kind: l.kind,
      subject_id: l.subject_id,
      quantity: l.quantity,
      manualPrice: unit === null ? null : { unit: parseMoney(unit), reason, discountable: l.discountable },
    }
  }),
  customer: input.customer_id,
  choices: input.choices ?? {},
  codes: input.codes?.length ? input.codes : undefined,
  points: input.points ?? undefined,
  discount: parseMoney(input.discount),
  discountLabel: input.discount_reason || ctx.kernel.i18n.t(ctx.language, 'pos:receipt.discount'),
})

/** Checks manual prices and discounts against permission and limits. @throws AppError INVALID, by field */
export function assertWithinLimits(ctx: Ctx, { off }: Limits, input: CounterInput, q: CounterSale): void {
  const other = q.lines.map((line, i) => (line.unit === line.shopUnit ? -1 : i)).filter((i) => i >= 0)
  const discount = parseMoney(input.discount)
  if (other.length === 0 && discount === 0) return
  const unexplained = other.filter((i) => input.lines[i]?.reason === '')
  if (unexplained.length > 0)
    throw validationError(Object.fromEntries(unexplained.map((i) => [`lines.${i}.reason`, message('pos:error.reason')])))
  if (discount > 0 && input.discount_reason === '') throw validationError({ discount_reason: message('pos:error.reason') })
  const field = discount > 0 ? 'discount' : `lines.${other[0]}.unit_price`
  if (!hasPermission(ctx.actor, 'reprice pos ticket')) throw validationError({ [field]: message('pos:error.no_right_price') })
  const usual = q.lines.reduce((sum, l) => sum + l.shopUnit * l.quantity, 0)
  const totalDiscount = q.lines.reduce((sum, l) => sum + (l.shopUnit - l.unit) * l.quantity, discount)
  if (off !== null && totalDiscount * 100 > usual * off) throw validationError({ [field]: message('pos:error.most_off', { most: off }) })
}
