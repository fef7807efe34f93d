import { type Ctx, formatMoney } from 'stoa'
import type { ChangePreview } from '../../../admin-api-types.ts'
import { namedTaxes } from '../taxes.ts'
import { unpaid } from '../../../domain/statuses.ts'
import { entryTexts } from './entries.ts'
import type { ChangeInput } from './input.ts'
import { planChange } from './plan.ts'

/** The result of a change, without writing or reserving. @throws what `planChange` throws */
export async function previewChange(ctx: Ctx, id: number, input: ChangeInput): Promise<ChangePreview> {
  const plan = await planChange(ctx.kernel.db, ctx, id, input)
  const { order } = plan.before
  const credit = order.paid - order.excess
  const difference = plan.total - order.total
  const due = Math.max(0, plan.total - credit)
  const paymentChanges = difference !== 0 || unpaid.includes(order.status)
  const toLineView = (l: { name: string; quantity: number; unit: number; total: number }, order_line_id: number | null) => ({
    order_line_id,
    name: l.name,
    quantity: l.quantity,
    unit: formatMoney(l.unit),
    discount: formatMoney(l.unit * l.quantity - l.total),
    total: formatMoney(l.total),
  })
  return {
    total_before: formatMoney(order.total),
    total: formatMoney(plan.total),
    difference: formatMoney(difference),
    due: formatMoney(paymentChanges ? due : 0),
    refund: formatMoney(Math.max(0, Math.min(credit - plan.total, -difference))),
    subtotal: formatMoney(plan.subtotal),
    discount: formatMoney(plan.discount),
    shipping: formatMoney(plan.shipping),
    taxes: namedTaxes([...[...plan.lines, ...plan.added].flatMap(({ taxes }) => taxes), ...plan.shippingTaxes]),
    lines: [
      ...plan.lines.filter(({ quantity }) => quantity > 0).map((line) => toLineView(line, line.id)),
      ...plan.added.map((line) => toLineView(line, null)),
    ],
    changes: entryTexts(ctx.kernel, ctx.interfaceLanguage ?? ctx.language, plan.entries),
  }
}
