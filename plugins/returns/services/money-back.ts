import type { Ctx, Tx } from '#core'
import { PAYMENTS } from '../../payments/index.ts'
import { documentOf, type OrderHead } from '../../sales/index.ts'

/** What payments know a refund of an order by. Refunds that were once asked for anew carry a number more. */
export const refundOfKey = (key: string): number | undefined => {
  const id = /^order-(\d{1,15})(?:-\d+)?$/.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Asks payments to give money back, or what failed of it; what becomes of it reaches the order like any other news of money. */
export async function giveMoney(
  tx: Tx,
  ctx: Ctx,
  o: OrderHead,
  refund: { id: number; amount: number; reason: string; method: string },
): Promise<void> {
  await ctx.kernel.get(PAYMENTS).giveBack(tx, ctx, documentOf(o), {
    key: `order-${refund.id}`,
    amount: refund.amount,
    reason: refund.reason,
    ...(refund.method === 'cash' ? { at_once: true } : {}),
  })
}
