import { sql } from 'stoa'
import { amountText, type OrderLetter } from 'stoa/plugins/sales'

/** Tells that money is on its way back; each refund is a letter of its own. */
export const refundLetter: OrderLetter = {
  texts: 'returns:mail.refunded',
  async words({ kernel }, order, ref) {
    const row = await kernel.db.one<{ amount: number }>(
      sql`select amount_minor as amount from refund where id = ${ref} and order_id = ${order.id}`,
    )
    return { amount: amountText(row?.amount ?? 0, order.currency) }
  },
}
