import { type Ctx, sql, token, type Tx } from 'stoa'
import { countedLines, lockOrder, getRefundAmount } from 'stoa/plugins/sales'
import { listRefundMethods } from './pay-refund.ts'
import { writeRefund } from './refunds.ts'
import { closeReturn, receiveReturn, writeReturn } from './returns.ts'

/** Input of a return at the counter. */
export interface CounterReturn {
  /** `resaleable` units are restocked. */
  lines: readonly { order_line_id: number; quantity: number; resaleable: number }[]
  /** Refund in cash; otherwise by the original payment methods. */
  cash: boolean
  /** Payment methods refunded at the counter now; others are refunded as usual. */
  at_counter: readonly string[]
  /** Smallest coin in minor units: cash is refunded in whole coins, the remainder with the last unit of a line. */
  coin: number
  reason: string
}

/** Result of a return. `amount` in minor units of the order's currency. */
export interface CounterReturnResult {
  /** The refund; null if the items cost nothing. */
  id: number | null
  status: string
  amount: number
  return_id: number
  /** Amounts refunded so far, by payment method. */
  ways: { method: string; amount: number }[]
}

/** Return and refund in one step, for the counter. */
export interface Returns {
  /** Returns units of an order and refunds them, in the transaction. @throws AppError INVALID by line, WRONG_STATE */
  returnAndRefund(tx: Tx, ctx: Ctx, orderId: number, input: CounterReturn): Promise<CounterReturnResult>
}

export const RETURNS = token<Returns>('returns/returns')

export const returns: Returns = {
  async returnAndRefund(tx, ctx, orderId, { lines, cash, at_counter, coin, reason }) {
    await lockOrder(tx, orderId)
    const units = lines.map(({ order_line_id, quantity }) => ({ order_line_id, quantity, reason: '' }))
    const written = await writeReturn(tx, ctx, orderId, {
      kind: 'return',
      requested_by: 'staff',
      reason_code: '',
      note: reason,
      lines: units,
    })
    const counted = lines.map(({ order_line_id, quantity, resaleable }) => ({ order_line_id, received: quantity, resaleable }))
    await receiveReturn(tx, ctx, orderId, written.id, counted)
    const sold = new Map((await countedLines(tx, orderId)).map((line) => [line.id, line]))
    const worth = lines.map(({ order_line_id, quantity }) => {
      const soldLine = sold.get(order_line_id)
      return { order_line_id, quantity, amount: soldLine ? getRefundAmount(soldLine, quantity) : 0 }
    })
    if (cash) roundToCoins(worth, coin)
    if (worth.every(({ amount }) => amount === 0)) {
      await closeReturn(tx, ctx, orderId, written.id)
      return { id: null, status: 'completed', amount: 0, return_id: written.id, ways: [] }
    }
    const refund = await writeRefund(tx, ctx, orderId, {
      lines: worth,
      shipping: 0,
      method: cash ? 'cash' : 'original',
      reason,
      return_id: written.id,
      at_counter,
    })
    await closeReturn(tx, ctx, orderId, written.id)
    const row = await tx.one<{ amount: number; status: string }>(
      sql`select amount_minor as amount, status from refund where id = ${refund.id}`,
    )
    const ways = await listRefundMethods(tx, orderId, refund.id)
    return { id: refund.id, status: row?.status ?? refund.status, amount: row?.amount ?? 0, return_id: written.id, ways }
  },
}

/** Rounds amounts down to whole coins. */
function roundToCoins(worth: { amount: number }[], coin: number): void {
  let remainder = coin > 1 ? worth.reduce((sum, { amount }) => sum + amount, 0) % coin : 0
  for (const part of worth) {
    const reduction = Math.min(remainder, part.amount)
    part.amount -= reduction
    remainder -= reduction
  }
}
