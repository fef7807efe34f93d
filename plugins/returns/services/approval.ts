import { hasPermission, type Ctx, type Db, AppError, sql, message, type Tx, WRONG_STATE } from 'stoa'
import { verbPermission } from 'stoa/engine'
import { type ApprovableDocument, APPROVALS, type Part } from 'stoa/plugins/approvals'
import { refundedBySql } from 'stoa/plugins/payments'
import { baseAmount, lockOrder, orderBuyerSql, type OrderHead } from 'stoa/plugins/sales'
import { linkedOrdersSql, lockLinkedOrders } from './linked-orders.ts'

/** Document type of refunds in approvals. */
export const APPROVAL_KIND = 'refund'

/**
 * Other refunds of an order and of orders linked to it by exchanges: refunds, and amounts staff refunded on payments.
 * Concurrent refunds of such orders run one after the other, so that each counts the other.
 */
async function lockAndReadParts(tx: Tx, orderId: number, exceptId: number): Promise<Part[]> {
  await lockLinkedOrders(tx, orderId)
  return tx.rows<Part>(sql`
    with o as (${linkedOrdersSql(sql`${orderId}::bigint`)})
    select r.id as subject_id, ${baseAmount(sql`r.order_id`, sql`r.amount_minor`)} as amount from refund r join o on o.id = r.order_id
      where r.id <> ${exceptId} and r.method <> 'exchange' and r.status not in ('rejected', 'canceled')
    union all select null, ${baseAmount(sql`o.id`, refundedBySql('order', sql`o.id`))} from o`)
}

/** Effects of an approval decision, provided by `refunds.ts`, which requests the approval. */
interface DecisionEffects {
  approve(tx: Tx, ctx: Ctx, o: OrderHead, id: number): Promise<unknown>
  reject(tx: Tx, ctx: Ctx, o: OrderHead, id: number, reason: string, by: 'reject' | 'withdraw'): Promise<unknown>
}

/** A refund that waits for approval: nothing is paid out before it is approved. */
export function approvableRefund({ approve, reject }: DecisionEffects): ApprovableDocument {
  const findOrder = async (tx: Tx, id: number): Promise<OrderHead | undefined> => {
    const row = await tx.one<{ order_id: number }>(sql`select order_id from refund where id = ${id}`)
    return row && lockOrder(tx, row.order_id)
  }
  const requireOrder = async (tx: Tx, id: number): Promise<OrderHead> => {
    const o = await findOrder(tx, id)
    if (!o) throw new AppError(WRONG_STATE)
    return o
  }
  return {
    title: 'returns:approval.refund',
    of: 'refund',
    needs: 'approve refund',
    async about(ctx, ids) {
      const buyer = hasPermission(ctx.actor, verbPermission('get', 'order')) ? orderBuyerSql(sql`r.order_id`) : sql`null`
      const rows = await ctx.kernel.db.rows<{ id: number; about: string }>(
        sql`select r.id, concat_ws(' · ', ${buyer}, nullif(r.reason, '')) as about from refund r where r.id = any(${[...ids]}::bigint[])`,
      )
      return new Map(rows.map(({ id, about }) => [id, about]))
    },
    async lock(tx, _ctx, id) {
      const o = await findOrder(tx, id)
      if (!o) return undefined
      const row = await tx.one<{ number: string; status: string; amount: number; requested_by: number | null }>(sql`
        select r.number, r.status, r.requested_by, ${baseAmount(o.id, sql`r.amount_minor`)} as amount from refund r where r.id = ${id} for update of r`)
      if (row?.status !== 'pending') return undefined
      const { number, amount, requested_by } = row
      return {
        title: `${number} · ${o.order_number}`,
        amount,
        parts: await lockAndReadParts(tx, o.id, id),
        link: `order/${o.id}`,
        ownerIds: requested_by === null ? [] : [requested_by],
      }
    },
    approved: async (tx, ctx, id) => approve(tx, ctx, await requireOrder(tx, id), id),
    rejected: async (tx, ctx, id, reason) => reject(tx, ctx, await requireOrder(tx, id), id, reason, 'reject'),
    withdrawn: async (tx, ctx, id, reason) => reject(tx, ctx, await requireOrder(tx, id), id, reason, 'withdraw'),
  }
}

/** Whether a newly written refund requires approval. */
export const requestApproval = async (tx: Tx, ctx: Ctx, id: number): Promise<boolean> =>
  (await ctx.kernel.find(APPROVALS)?.request(tx, ctx, APPROVAL_KIND, id)) ?? false

/** Those refunds that wait for approval. */
export const findAwaitingApproval = async ({ kernel }: Ctx, db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  (await kernel.find(APPROVALS)?.findPending(db, APPROVAL_KIND, ids)) ?? new Set()

/** A refund under approval can only be decided there. @throws AppError WRONG_STATE */
export async function assertNoApprovalPending(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  if ((await findAwaitingApproval(ctx, tx, [id])).size > 0) throw new AppError(WRONG_STATE, { status: [message('returns:error.waits')] })
}

/** Whether a further refund on the payments of an order would require approval, which is not possible there. */
export async function requiresApproval(tx: Tx, ctx: Ctx, orderId: number, amount: number): Promise<boolean> {
  const approvals = ctx.kernel.find(APPROVALS)
  if (!approvals) return false
  const parts = await lockAndReadParts(tx, orderId, 0)
  const row = await tx.one<{ amount: number }>(sql`select ${baseAmount(orderId, sql`${amount}::bigint`)} as amount`)
  return approvals.isRequired(tx, APPROVAL_KIND, { amount: row?.amount ?? amount, parts })
}
