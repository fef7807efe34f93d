import type { Ctx, Tx } from '#core'
import { PAYMENTS } from '../../payments/index.ts'
import { documentOf, type OrderHead } from '../../sales/index.ts'

/** What payments know a refund of an order by: one that failed is asked for anew under another key. */
export const refundKey = (id: number, turn: number): string => (turn > 1 ? `order-${id}-${turn}` : `order-${id}`)
export const refundOfKey = (key: string): number | undefined => {
  const id = /^order-(\d{1,15})(?:-\d+)?$/.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Asks payments to give money back; what becomes of it reaches the order like any other news of money. */
export async function giveMoney(
  tx: Tx,
  ctx: Ctx,
  o: OrderHead,
  refund: { id: number; amount: number; reason: string; cash: boolean; turn: number },
): Promise<void> {
  await ctx.kernel.get(PAYMENTS).giveBack(tx, ctx, documentOf(o), {
    key: refundKey(refund.id, refund.turn),
    amount: refund.amount,
    reason: refund.reason,
    ...(refund.cash ? { at_once: true } : {}),
  })
}
