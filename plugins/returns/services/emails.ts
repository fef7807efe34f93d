import { sql } from 'stoa'
import { formatAmount, type OrderEmail } from 'stoa/plugins/sales'

/** Notifies the customer of a refund; one e-mail per refund. */
export const refundEmail: OrderEmail = {
  texts: 'returns:mail.refunded',
  async readVariables({ kernel }, order, ref) {
    const row = await kernel.db.one<{ amount: number }>(
      sql`select amount_minor as amount from refund where id = ${ref} and order_id = ${order.id}`,
    )
    return { amount: formatAmount(row?.amount ?? 0, order.currency) }
  },
}
