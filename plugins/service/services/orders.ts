import { type Ctx, sql, type Tx } from 'stoa'
import { ORDERS } from 'stoa/plugins/sales'
import { application } from '../resources/application.ts'

const ofOrder = (tx: Tx, order: number, statuses: readonly string[]) =>
  tx.rows<{ id: number }>(
    sql`select id from application where order_id = ${order} and status = any(${[...statuses]}) order by id for update`,
  )

async function moveAll(ctx: Ctx, order: number, statuses: readonly string[], move: 'pay' | 'drop', input: object = {}): Promise<void> {
  await ctx.kernel.transaction(async (tx) => {
    for (const { id } of await ofOrder(tx, order, statuses))
      await ctx.kernel.resources.transitionIn(tx, ctx, application, id, move, { ...input })
  })
}

/** The order is paid, possibly after it was canceled. Idempotent. */
export async function paid(ctx: Ctx, order: number): Promise<void> {
  if (!(await ctx.kernel.get(ORDERS).findPaidOrder(ctx.kernel.db, order))) return
  await ctx.kernel.db.run(sql`update application set applied_at = now() where order_id = ${order} and applied_at is null`)
  await moveAll(ctx, order, ['draft', 'approved', 'canceled'], 'pay')
}

const note = (ctx: Ctx, word: string) => ({ note: ctx.kernel.i18n.t(ctx.mainLanguage, `service:note.${word}`) })

/** The order is canceled. An application that was not submitted yet stays, because the order may be paid after all. */
export const dropApplications = (ctx: Ctx, order: number): Promise<void> =>
  moveAll(ctx, order, ['approved', 'paid', 'processing', 'abnormal'], 'drop', note(ctx, 'given_up'))

/** The order is fully refunded. */
export const refunded = (ctx: Ctx, order: number): Promise<void> =>
  moveAll(ctx, order, ['paid', 'processing', 'abnormal'], 'drop', note(ctx, 'refunded'))

/** Processes the orders that were paid while this plugin was disabled. */
export async function catchUpOrders(ctx: Ctx, since: Date): Promise<void> {
  for (const id of await ctx.kernel.get(ORDERS).listPaidSince(ctx.kernel.db, since)) await paid(ctx, id)
}
