import { type Ctx, sql, type Tx } from '#core'
import { PAYMENTS } from '../../../payments/index.ts'
import { documentOf, type Head } from './head.ts'

/** Books money staff received by hand, all that is still missing. */
export async function takeMoney(tx: Tx, ctx: Ctx, o: Head, reference: string): Promise<void> {
  const amount = o.total - o.paid
  if (amount > 0)
    await ctx.kernel.get(PAYMENTS).capture(tx, ctx, documentOf(o), { id: reference || `staff-${o.id}`, amount, currency: o.currency })
  await tx.run(sql`update sales_order set paid_minor = total_minor where id = ${o.id}`)
}

/** Asks payments to give money back. @returns whether it is given back already. */
export async function giveMoney(
  tx: Tx,
  ctx: Ctx,
  o: Head,
  refund: { id: number; amount: number; reason: string; cash: boolean },
): Promise<boolean> {
  await ctx.kernel.get(PAYMENTS).refund(tx, ctx, documentOf(o), { id: `refund-${refund.id}`, amount: refund.amount })
  await tx.run(sql`update sales_order set refunded_minor = refunded_minor + ${refund.amount} where id = ${o.id}`)
  return true
}
