import { type Ctx, Failed, invalid, type Moving, parseMoney, text, type Tx, WRONG_STATE } from '#core'
import { PAYMENTS } from '../../../payments/index.ts'
import { unpaid } from '../../domain/statuses.ts'
import { documentOf, type Head, lockOrder, missingOf } from './head.ts'

/**
 * Books money staff received by hand: all that is missing when no amount, in minor units, is told.
 * @throws Failed INVALID for more than is missing, or a reference that money of this order was booked with before.
 */
export async function recordPayment(tx: Tx, ctx: Ctx, o: Head, reference: string, amount = missingOf(o)): Promise<void> {
  if (missingOf(o) === 0) return
  // Without a reference, what had come by then tells one payment from the next.
  const receipt = { id: reference || `staff-${o.id}-${o.paid}`, amount, currency: o.currency }
  const booked = await ctx.kernel.get(PAYMENTS).receive(tx, ctx, documentOf(o), receipt)
  if (!booked) throw invalid({ reference: text('sales:error.reference_used') })
}

/** Staff say that money is there, all of it or a part. @throws Failed WRONG_STATE, INVALID */
export async function received({ tx, ctx, row, input }: Moving): Promise<void> {
  const o = await lockOrder(tx, row.id)
  if (!unpaid.includes(o.status)) throw new Failed(WRONG_STATE)
  await recordPayment(tx, ctx, o, String(input.reference ?? ''), parseMoney(String(input.amount)))
}
