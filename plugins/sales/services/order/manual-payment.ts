import { type Ctx, AppError, formatMoney, validationError, type TransitionContext, parseMoney, message, type Tx, WRONG_STATE } from 'stoa'
import { PAYMENTS } from 'stoa/plugins/payments'
import { unpaid } from '../../domain/statuses.ts'
import { toDocument, type Head, lockOrder, getMissingAmount } from './head.ts'

/**
 * Books money staff received by hand: all that is missing when no amount, in minor units, is told.
 * @throws Failed INVALID for more than is missing, a reference that money of this order was booked with before, or a part that stands
 * there already and that no reference tells from this one.
 */
export async function recordPayment(tx: Tx, ctx: Ctx, o: Head, reference: string, amount = getMissingAmount(o)): Promise<void> {
  const missing = getMissingAmount(o)
  if (missing === 0) return
  // What is missing can be booked once. A part that two people book of one receipt, or one of them twice, looks the same both times.
  const unnamed = amount === missing ? `staff-${o.id}-${o.paid}` : `staff-${o.id}-part-${amount}`
  const receipt = { id: reference || unnamed, amount, currency: o.currency }
  if (await ctx.kernel.get(PAYMENTS).receive(tx, ctx, toDocument(o), receipt)) return
  const part = message('sales:error.part_twice', { amount: `${o.currency} ${formatMoney(amount)}` })
  throw validationError({ reference: reference ? message('sales:error.reference_used') : part })
}

/** Staff say that money is there, all of it or a part. @throws Failed WRONG_STATE, INVALID */
export async function received({ tx, ctx, row, input }: TransitionContext): Promise<void> {
  const o = await lockOrder(tx, row.id)
  if (!unpaid.includes(o.status)) throw new AppError(WRONG_STATE)
  await recordPayment(tx, ctx, o, String(input.reference ?? ''), parseMoney(String(input.amount)))
}
