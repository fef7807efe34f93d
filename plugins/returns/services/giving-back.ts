import { sql } from '#core'
import type { GivingBack } from '../../sales/index.ts'
import { wantsApproval } from './approval.ts'
import { outstanding } from './money-back.ts'
import { concludeRefund, refundRest, writeRefund } from './refunds.ts'

/** What orders know of money that goes back. */
export const givingBack: GivingBack = {
  async giveRest(tx, ctx, orderId, reason, waits) {
    await refundRest(tx, ctx, orderId, reason, waits)
  },
  async give(tx, ctx, orderId, lines, reason, waits) {
    const given = lines.map((line) => ({ ...line, cancel: line.quantity }))
    await writeRefund(tx, ctx, orderId, { lines: given, shipping: 0, method: 'original', reason, waits })
  },
  conclude: concludeRefund,
  promised: (order) => sql`exists (select 1 from refund where order_id = ${order} and status not in ('rejected', 'canceled'))`,
  outstanding,
  waiting: (line) => sql`(select coalesce(sum(b.amount_minor), 0)::bigint from refund_line b join refund d on d.id = b.refund_id
    where b.order_line_id = ${line} and d.status = 'pending')`,
  units: (line) => sql`coalesce((select sum(b.quantity)::int from refund_line b join refund d on d.id = b.refund_id
    where b.order_line_id = ${line} and d.status = 'completed'), 0)`,
  amount: (line) => sql`coalesce((select sum(b.amount_minor)::bigint from refund_line b join refund d on d.id = b.refund_id
    where b.order_line_id = ${line} and d.status = 'completed'), 0)`,
  alone: (order, person) => sql`(select coalesce(sum(amount_minor), 0) from refund where order_id = ${order} and requested_by = ${person}
    and approved_by = ${person} and status not in ('rejected', 'canceled'))`,
  wantsApproval,
}
