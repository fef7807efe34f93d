import { sql } from 'stoa'
import { refundedBySql } from 'stoa/plugins/payments'
import { baseAmount, type OrderRefunds } from 'stoa/plugins/sales'
import { requiresApproval } from './approval.ts'
import { linkedOrdersSql, lockLinkedOrders } from './linked-orders.ts'
import { paidOutSql, pendingAmountSql } from './pay-refund.ts'
import { applyRefundOutcome } from './apply-refund-outcome.ts'
import { refundDifference, refundRemaining, writeRefund } from './refunds.ts'

/** SQL: whether a refund `d` has neither lines nor shipping: it refunds the difference of an order change. */
const isDifference = sql`(d.shipping_minor = 0 and not exists (select 1 from refund_line b where b.refund_id = d.id))`

/** Refund service for sales. */
export const orderRefunds: OrderRefunds = {
  async refundRemaining(tx, ctx, orderId, reason, waits) {
    await refundRemaining(tx, ctx, orderId, reason, waits)
  },
  async refundLines(tx, ctx, orderId, lines, reason, waits) {
    const refundLines = lines.map((line) => ({ ...line, cancel: line.quantity }))
    await writeRefund(tx, ctx, orderId, { lines: refundLines, shipping: 0, method: 'original', reason, requireApproval: waits })
  },
  refundDifference: refundDifference,
  applyRefundOutcome,
  hasRefundSql: (order) => sql`exists (select 1 from refund where order_id = ${order} and status not in ('rejected', 'canceled'))`,
  pendingAmountSql,
  refundedAmountSql: (order) => sql`(select coalesce(sum(${paidOutSql(order, sql`d.id`)}), 0)::bigint from refund d
    where d.order_id = ${order} and not ${isDifference})`,
  promisedShippingSql: (order) => sql`(select coalesce(sum(d.shipping_minor), 0)::bigint from refund d
    where d.order_id = ${order} and d.status not in ('rejected', 'canceled'))`,
  refundedShippingSql: (order) => sql`(select coalesce(sum(d.shipping_minor), 0)::bigint from refund d
    where d.order_id = ${order} and d.status = 'completed')`,
  isDifferenceOpenSql: (order) => sql`exists (select 1 from refund d where d.order_id = ${order} and ${isDifference}
    and d.status not in ('completed', 'rejected', 'canceled'))`,
  lineAwaitingApprovalSql: (
    line,
  ) => sql`(select coalesce(sum(b.amount_minor), 0)::bigint from refund_line b join refund d on d.id = b.refund_id
    where b.order_line_id = ${line} and d.status = 'pending')`,
  lineUnitsSql: (line) => sql`coalesce((select sum(b.quantity)::int from refund_line b join refund d on d.id = b.refund_id
    where b.order_line_id = ${line} and d.status = 'completed'), 0)`,
  lineAmountSql: (line) => sql`coalesce((select sum(b.amount_minor)::bigint from refund_line b join refund d on d.id = b.refund_id
    where b.order_line_id = ${line} and d.status = 'completed'), 0)`,
  async getUnapprovedAmount(tx, orderId, person) {
    await lockLinkedOrders(tx, orderId)
    const amountSql = sql`${refundedBySql('order', sql`o.id`, person)} + (select coalesce(sum(r.amount_minor), 0) from refund r where r.order_id = o.id
      and r.requested_by = ${person} and r.approved_by = ${person} and r.method <> 'exchange' and r.status not in ('rejected', 'canceled'))`
    const row = await tx.one<{ amount: number }>(sql`select coalesce(sum(${baseAmount(sql`o.id`, amountSql)}), 0)::bigint as amount
      from (${linkedOrdersSql(sql`${orderId}::bigint`)}) o`)
    return row?.amount ?? 0
  },
  requiresApproval: requiresApproval,
}
