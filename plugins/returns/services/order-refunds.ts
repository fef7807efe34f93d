import { sql } from 'stoa'
import { refundedBySql } from 'stoa/plugins/payments'
import { baseAmount, type OrderRefunds } from 'stoa/plugins/sales'
import { isApprovalRequired } from './approval.ts'
import { joinedOrdersSql, lockJoinedOrders } from './linked-orders.ts'
import { sumRefunded, outstanding } from './pay-refund.ts'
import { concludeRefund, refundDifference, refundRest, writeRefund } from './refunds.ts'

/** SQL: whether a refund `d` has neither lines nor shipping: it refunds the difference of an order change. */
const isDifference = sql`(d.shipping_minor = 0 and not exists (select 1 from refund_line b where b.refund_id = d.id))`

/** Refund service for sales. */
export const orderRefunds: OrderRefunds = {
  async giveRest(tx, ctx, orderId, reason, waits) {
    await refundRest(tx, ctx, orderId, reason, waits)
  },
  async give(tx, ctx, orderId, lines, reason, waits) {
    const refundLines = lines.map((line) => ({ ...line, cancel: line.quantity }))
    await writeRefund(tx, ctx, orderId, { lines: refundLines, shipping: 0, method: 'original', reason, waits })
  },
  giveDifference: refundDifference,
  conclude: concludeRefund,
  promised: (order) => sql`exists (select 1 from refund where order_id = ${order} and status not in ('rejected', 'canceled'))`,
  outstanding,
  ofGoods: (order) => sql`(select coalesce(sum(${sumRefunded(order, sql`d.id`)}), 0)::bigint from refund d
    where d.order_id = ${order} and not ${isDifference})`,
  ofSending: (order) => sql`(select coalesce(sum(d.shipping_minor), 0)::bigint from refund d
    where d.order_id = ${order} and d.status not in ('rejected', 'canceled'))`,
  sendingAmount: (order) => sql`(select coalesce(sum(d.shipping_minor), 0)::bigint from refund d
    where d.order_id = ${order} and d.status = 'completed')`,
  differenceOpen: (order) => sql`exists (select 1 from refund d where d.order_id = ${order} and ${isDifference}
    and d.status not in ('completed', 'rejected', 'canceled'))`,
  waiting: (line) => sql`(select coalesce(sum(b.amount_minor), 0)::bigint from refund_line b join refund d on d.id = b.refund_id
    where b.order_line_id = ${line} and d.status = 'pending')`,
  units: (line) => sql`coalesce((select sum(b.quantity)::int from refund_line b join refund d on d.id = b.refund_id
    where b.order_line_id = ${line} and d.status = 'completed'), 0)`,
  amount: (line) => sql`coalesce((select sum(b.amount_minor)::bigint from refund_line b join refund d on d.id = b.refund_id
    where b.order_line_id = ${line} and d.status = 'completed'), 0)`,
  async getUnapprovedAmount(tx, orderId, person) {
    await lockJoinedOrders(tx, orderId)
    const amountSql = sql`${refundedBySql('order', sql`o.id`, person)} + (select coalesce(sum(r.amount_minor), 0) from refund r where r.order_id = o.id
      and r.requested_by = ${person} and r.approved_by = ${person} and r.method <> 'exchange' and r.status not in ('rejected', 'canceled'))`
    const row = await tx.one<{ amount: number }>(sql`select coalesce(sum(${baseAmount(sql`o.id`, amountSql)}), 0)::bigint as amount
      from (${joinedOrdersSql(sql`${orderId}::bigint`)}) o`)
    return row?.amount ?? 0
  },
  wantsApproval: isApprovalRequired,
}
