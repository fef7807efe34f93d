import { type Ctx, Failed, formatMoney, invalid, type Moving, parseMoney, text, type Tx, WRONG_STATE } from 'stoa'
import { PAYMENTS } from 'stoa/plugins/payments'
import { unpaid } from '../../domain/statuses.ts'
import { documentOf, type Head, lockOrder, missingOf } from './head.ts'

/**
 * Books money staff received by hand: all that is missing when no amount, in minor units, is told.
 * @throws Failed INVALID for more than is missing, a reference that money of this order was booked with before, or a part that stands
 * there already and that no reference tells from this one.
 */
export async function recordPayment(tx: Tx, ctx: Ctx, o: Head, reference: string, amount = missingOf(o)): Promise<void> {
  const missing = missingOf(o)
  if (missing === 0) return
  // What is missing can be booked once. A part that two people book of one receipt, or one of them twice, looks the same both times.
  const unnamed = amount === missing ? `staff-${o.id}-${o.paid}` : `staff-${o.id}-part-${amount}`
  const receipt = { id: reference || unnamed, amount, currency: o.currency }
  if (await ctx.kernel.get(PAYMENTS).receive(tx, ctx, documentOf(o), receipt)) return
  const part = text('sales:error.part_twice', { amount: `${o.currency} ${formatMoney(amount)}` })
  throw invalid({ reference: reference ? text('sales:error.reference_used') : part })
}

/** Staff say that money is there, all of it or a part. @throws Failed WRONG_STATE, INVALID */
export async function received({ tx, ctx, row, input }: Moving): Promise<void> {
  const o = await lockOrder(tx, row.id)
  if (!unpaid.includes(o.status)) throw new Failed(WRONG_STATE)
  await recordPayment(tx, ctx, o, String(input.reference ?? ''), parseMoney(String(input.amount)))
}
