import { type Ctx, AppError, figureText, type TransitionContext, sql, message, type Tx, WRONG_STATE } from 'stoa'
import { type ApprovableDocument, APPROVALS } from 'stoa/plugins/approvals'
import { getRate } from 'stoa/plugins/currency'
import { toBase } from '../domain/amounts.ts'
import { poTransitions } from '../domain/statuses.ts'

/** Name of this document type in approvals. */
export const KIND = 'po'

interface Totals {
  total: number
  base_total: number
  currency: string
}

/**
 * The excess of an order's value at the shop's exchange rate over its value at its own rate, in the base currency. The rate of an order is
 * user input, so it must not lower the order below an approval limit.
 */
export function extraAtShopRate({ kernel }: Ctx, { total, base_total, currency }: Totals): number {
  const rate = getRate(kernel, currency)
  return rate === undefined ? 0 : Math.max(0, toBase(total, rate) - base_total)
}

/** Approval of a submitted order: approved, it is sent to the supplier; rejected, it can be revised. */
export const approvablePo: ApprovableDocument = {
  title: 'purchasing:approval.po',
  of: 'po',
  needs: 'approve po',
  async about({ kernel }, ids) {
    const rows = await kernel.db.rows<{ id: number; currency: string; total: number }>(
      sql`select id, currency, total_minor as total from purchase_order where id = any(${[...ids]}::bigint[])`,
    )
    return new Map(rows.map(({ id, currency, total }) => [id, figureText(total, currency, `${currency} `)]))
  },
  async lock(tx, ctx, id) {
    const order = await tx.one<{ status: string; title: string; created_by: number | null } & Totals>(sql`
      select o.status, concat_ws(' · ', o.number, s.name) as title, o.total_minor as total, o.base_total_minor as base_total, o.currency, o.created_by
      from purchase_order o join supplier s on s.id = o.supplier_id where o.id = ${id} for update of o`)
    if (order?.status !== 'pending') return undefined
    return {
      title: order.title,
      amount: order.base_total,
      parts: [{ subject_id: null, amount: extraAtShopRate(ctx, order) }],
      link: `po/${id}`,
      ownerIds: order.created_by === null ? [] : [order.created_by],
    }
  },
  async approved(tx, ctx, id) {
    await ctx.kernel.resources.transitionIn(tx, ctx, poTransitions, id, 'approve')
    await ctx.kernel.resources.transitionIn(tx, ctx, poTransitions, id, 'send')
  },
  rejected: (tx, ctx, id, reason) => ctx.kernel.resources.transitionIn(tx, ctx, poTransitions, id, 'reject', { reason }),
  withdrawn: (tx, ctx, id, reason) => ctx.kernel.resources.transitionIn(tx, ctx, poTransitions, id, 'recall', { reason }),
}

/** Whether a submitted order requires approval. */
export const needsApproval = async (tx: Tx, ctx: Ctx, id: number): Promise<boolean> =>
  (await ctx.kernel.find(APPROVALS)?.request(tx, ctx, KIND, id)) ?? false

/** Whether an approval request for the order is pending. */
export const isApprovalPending = async ({ kernel }: Ctx, db: Pick<Tx, 'rows' | 'one' | 'run'>, id: number): Promise<boolean> =>
  ((await kernel.find(APPROVALS)?.findPending(db, KIND, [id]))?.size ?? 0) > 0

/** A pending approval is decided in the approval inbox only. @throws AppError WRONG_STATE */
export async function assertNoApprovalPending({ ctx, tx, row }: TransitionContext): Promise<void> {
  if (await isApprovalPending(ctx, tx, row.id)) throw new AppError(WRONG_STATE, { status: [message('purchasing:error.waits')] })
}

/** Withdraws the approval request of a canceled order. */
export async function withdrawRequest({ ctx, tx, row, input }: TransitionContext): Promise<void> {
  await ctx.kernel.find(APPROVALS)?.withdraw(tx, ctx, KIND, row.id, String(input.reason ?? ''))
}
