import { hasPermission, type Ctx, AppError, INVALID, message, type Message } from 'stoa'
import { LINE_KINDS } from '../../sale/line-kinds.ts'
import type { ChangeInput } from './input.ts'
import type { LineBefore, OrderBefore } from './read.ts'

/** The new quantity of each line, in line order. @throws AppError INVALID by line */
export function getRequestedQuantities(
  ctx: Ctx,
  order: OrderBefore,
  lines: readonly LineBefore[],
  lineChanges: ChangeInput['lines'],
): number[] {
  const errors: Record<string, Message[]> = {}
  const requested = new Map<number, number>()
  for (const [i, { order_line_id, quantity }] of lineChanges.entries()) {
    const line = lines.find(({ id }) => id === order_line_id)
    if (!line) errors[`lines.${i}.order_line_id`] = [message('core:rule.choice')]
    else if (requested.has(line.id)) errors[`lines.${i}.order_line_id`] = [message('core:rule.no_repeated')]
    else {
      requested.set(line.id, quantity)
      const refusal = quantity === line.quantity ? undefined : getRefusal(ctx, order, line, quantity)
      if (refusal) errors[`lines.${i}.quantity`] = [refusal]
    }
  }
  if (Object.keys(errors).length > 0) throw new AppError(INVALID, errors)
  return lines.map((line) => requested.get(line.id) ?? line.quantity)
}

/** Why a line cannot have that quantity; undefined when it can. */
function getRefusal(ctx: Ctx, order: OrderBefore, line: LineBefore, quantity: number): Message | undefined {
  if (!ctx.kernel.contributions(LINE_KINDS).get(line.kind)?.changeable || line.subject_id === null)
    return message('sales:error.change_kind')
  // The line was bought with something else per unit, such as points.
  if (Object.keys(line.additional_options).length > 0) return message('sales:error.change_agreed')
  if (quantity < line.quantity) {
    // Lines without shipping count as handed over once the order is paid.
    const least = line.handover === 'none' && order.paid_at !== null ? line.quantity : line.fixed
    return quantity < least ? message('sales:error.change_least', { count: least }) : undefined
  }
  if (line.gift) return message('sales:error.change_gift')
  return line.price_reason !== '' && !hasPermission(ctx.actor, 'override price order') ? message('sales:error.no_right_price') : undefined
}
