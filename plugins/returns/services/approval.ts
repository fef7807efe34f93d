import { hasPermission, type Ctx, type Db, AppError, sql, message, type Tx, WRONG_STATE } from 'stoa'
import { verbPermission } from 'stoa/engine'
import { type ApprovableDocument, APPROVALS, type Part } from 'stoa/plugins/approvals'
import { refundedBySql } from 'stoa/plugins/payments'
import { baseAmount, lockOrder, orderBuyerSql, type OrderHead } from 'stoa/plugins/sales'
import { joinedOrdersSql, lockJoinedOrders } from './linked-orders.ts'

/** What a refund is called where approvals speak of it. */
export const KIND = 'refund'

/**
 * What else was given back, or is to be, of an order and of those exchanges join to it: refunds, and what staff gave back at payments.
 * Refunds of two such orders that are written at once wait for each other, or neither would count for the other.
 */
async function findParts(tx: Tx, orderId: number, but: number): Promise<Part[]> {
  await lockJoinedOrders(tx, orderId)
  return tx.rows<Part>(sql`
    with o as (${joinedOrdersSql(sql`${orderId}::bigint`)})
    select r.id as subject_id, ${baseAmount(sql`r.order_id`, sql`r.amount_minor`)} as amount from refund r join o on o.id = r.order_id
      where r.id <> ${but} and r.method <> 'exchange' and r.status not in ('rejected', 'canceled')
    union all select null, ${baseAmount(sql`o.id`, refundedBySql('order', sql`o.id`))} from o`)
}

/** What becomes of a refund once others decided; given by `refunds.ts`, which asks for the decision. */
interface Outcome {
  approve(tx: Tx, ctx: Ctx, o: OrderHead, id: number): Promise<unknown>
  drop(tx: Tx, ctx: Ctx, o: OrderHead, id: number, reason: string, by: 'reject' | 'withdraw'): Promise<unknown>
}

/** Money that is to go back and waits: nothing of it leaves before everybody said yes. */
export function approvableRefund({ approve, drop }: Outcome): ApprovableDocument {
  const orderOf = async (tx: Tx, id: number): Promise<OrderHead | undefined> => {
    const row = await tx.one<{ order_id: number }>(sql`select order_id from refund where id = ${id}`)
    return row && lockOrder(tx, row.order_id)
  }
  const held = async (tx: Tx, id: number): Promise<OrderHead> => {
    const o = await orderOf(tx, id)
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
      const o = await orderOf(tx, id)
      if (!o) return undefined
      const row = await tx.one<{ number: string; status: string; amount: number; requested_by: number | null }>(sql`
        select r.number, r.status, r.requested_by, ${baseAmount(o.id, sql`r.amount_minor`)} as amount from refund r where r.id = ${id} for update of r`)
      if (row?.status !== 'pending') return undefined
      const { number, amount, requested_by } = row
      return {
        title: `${number} · ${o.order_number}`,
        amount,
        parts: await findParts(tx, o.id, id),
        link: `order/${o.id}`,
        own: requested_by === null ? [] : [requested_by],
      }
    },
    approved: async (tx, ctx, id) => approve(tx, ctx, await held(tx, id), id),
    rejected: async (tx, ctx, id, reason) => drop(tx, ctx, await held(tx, id), id, reason, 'reject'),
    withdrawn: async (tx, ctx, id, reason) => drop(tx, ctx, await held(tx, id), id, reason, 'withdraw'),
  }
}

/** Whether somebody has to decide about a refund that was just written. */
export const needsApproval = async (tx: Tx, ctx: Ctx, id: number): Promise<boolean> =>
  (await ctx.kernel.find(APPROVALS)?.request(tx, ctx, KIND, id)) ?? false

/** Those of some refunds that wait for a decision made elsewhere. */
export const waitingRefunds = async ({ kernel }: Ctx, db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  (await kernel.find(APPROVALS)?.findPending(db, KIND, ids)) ?? new Set()

/** What waits for an approval is decided there and nowhere else. @throws Failed WRONG_STATE */
export async function assertNoApprovalPending(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  if ((await waitingRefunds(ctx, tx, [id])).size > 0) throw new AppError(WRONG_STATE, { status: [message('returns:error.waits')] })
}

/** Whether so much more of an order may go back at its payments, where nobody else can be waited for. */
export async function isApprovalRequired(tx: Tx, ctx: Ctx, orderId: number, amount: number): Promise<boolean> {
  const approvals = ctx.kernel.find(APPROVALS)
  if (!approvals) return false
  const parts = await findParts(tx, orderId, 0)
  const row = await tx.one<{ amount: number }>(sql`select ${baseAmount(orderId, sql`${amount}::bigint`)} as amount`)
  return approvals.isRequired(tx, KIND, { amount: row?.amount ?? amount, parts })
}
