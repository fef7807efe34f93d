import { type Ctx, AppError, sql, type Tx, WRONG_STATE } from 'stoa'
import { ORDERS } from 'stoa/plugins/sales'
import { application } from '../resources/application.ts'

/** Cancels an unpaid application; an approved one together with its order. @throws AppError WRONG_STATE */
export async function cancelOwn(tx: Tx, ctx: Ctx, id: number, note: string): Promise<void> {
  const a = await tx.one<{ status: string; order_id: number | null }>(
    sql`select status, order_id from application where id = ${id} for update`,
  )
  // Idempotent: a second request changes nothing.
  if (a?.status === 'canceled') return
  if (a?.status === 'pending') return void (await ctx.kernel.resources.transitionIn(tx, ctx, application, id, 'cancel', { note }))
  if (a?.status !== 'approved' || a.order_id === null) throw new AppError(WRONG_STATE)
  const reason = note || ctx.kernel.i18n.t(ctx.mainLanguage, 'service:note.by_applicant')
  await ctx.kernel.resources.transitionIn(tx, ctx, application, id, 'drop', { note: reason })
  await ctx.kernel.get(ORDERS).cancel(tx, ctx, a.order_id, reason)
}
