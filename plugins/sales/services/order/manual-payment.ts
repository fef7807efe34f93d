import { type Ctx, AppError, formatMoney, validationError, type TransitionContext, parseMoney, message, type Tx, WRONG_STATE } from 'stoa'
import { PAYMENTS } from 'stoa/plugins/payments'
import { unpaid } from '../../domain/statuses.ts'
import { toDocument, type LockedOrder, lockOrder, getMissingAmount } from './head.ts'

/**
 * Records a payment staff received by hand: the whole missing amount unless `amount` is given, in minor units.
 * @throws AppError INVALID for more than is missing, a reference used before on this order, or a second equal part
 * without a reference.
 */
export async function recordPayment(tx: Tx, ctx: Ctx, o: LockedOrder, reference: string, amount = getMissingAmount(o)): Promise<void> {
  const missing = getMissingAmount(o)
  if (missing === 0) return
  // The missing amount can be recorded once. Two equal parts without a reference cannot be distinguished from a
  // double entry.
  const defaultReference = amount === missing ? `staff-${o.id}-${o.paid}` : `staff-${o.id}-part-${amount}`
  const payment = { id: reference || defaultReference, amount, currency: o.currency }
  if (await ctx.kernel.get(PAYMENTS).receivePayment(tx, ctx, toDocument(o), payment)) return
  const part = message('sales:error.part_twice', { amount: `${o.currency} ${formatMoney(amount)}` })
  throw validationError({ reference: reference ? message('sales:error.reference_used') : part })
}

/** Staff record that a payment arrived, in full or in part. @throws AppError WRONG_STATE, INVALID */
export async function receivePayment({ tx, ctx, row, input }: TransitionContext): Promise<void> {
  const o = await lockOrder(tx, row.id)
  if (!unpaid.includes(o.status)) throw new AppError(WRONG_STATE)
  await recordPayment(tx, ctx, o, String(input.reference ?? ''), parseMoney(String(input.amount)))
}
