import type { Ctx, Tx } from '#core'
import { PAYMENTS } from '../../../payments/index.ts'
import { documentOf, type Head } from './head.ts'

/** Books money staff received by hand: all of it, since part of it would leave an order neither paid nor unpaid. */
export async function recordPayment(tx: Tx, ctx: Ctx, o: Head, reference: string): Promise<void> {
  if (o.total === 0 || o.paid >= o.total) return
  const receipt = { id: reference || `staff-${o.id}`, amount: o.total, currency: o.currency }
  await ctx.kernel.get(PAYMENTS).receive(tx, ctx, documentOf(o), receipt)
}
