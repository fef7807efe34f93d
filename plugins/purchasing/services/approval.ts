import { type Ctx, Failed, type Moving, sql, text, type Tx, WRONG_STATE } from '#core'
import { type Approvable, APPROVALS } from '../../approvals/index.ts'

/** What an order is called where approvals speak of it. */
export const KIND = 'po'

/** An order that was submitted and waits: approved it goes to the supplier, rejected it can be revised. */
export const approvablePo: Approvable = {
  title: 'purchasing:approval.po',
  of: 'po',
  needs: 'approve po',
  async lock(tx, _ctx, id) {
    const order = await tx.one<{ status: string; title: string; amount: number; created_by: number | null }>(sql`
      select o.status, concat_ws(' · ', o.number, s.name) as title, o.base_total_minor as amount, o.created_by
      from purchase_order o join supplier s on s.id = o.supplier_id where o.id = ${id} for update of o`)
    if (order?.status !== 'pending') return undefined
    return { title: order.title, amount: order.amount, link: `po/${id}`, own: order.created_by === null ? [] : [order.created_by] }
  },
  async approved(tx, ctx, id) {
    await ctx.kernel.resources.moveIn(tx, ctx, 'po', id, 'approve')
    await ctx.kernel.resources.moveIn(tx, ctx, 'po', id, 'send')
  },
  rejected: (tx, ctx, id, reason) => ctx.kernel.resources.moveIn(tx, ctx, 'po', id, 'reject', { reason }),
  withdrawn: (tx, ctx, id, reason) => ctx.kernel.resources.moveIn(tx, ctx, 'po', id, 'recall', { reason }),
}

/** Whether somebody has to decide about an order that was just submitted. */
export const asks = async (tx: Tx, ctx: Ctx, id: number): Promise<boolean> =>
  (await ctx.kernel.find(APPROVALS)?.ask(tx, ctx, KIND, id)) ?? false

/** Whether an order waits for a decision that is made elsewhere. */
export const waits = async ({ kernel }: Ctx, db: Pick<Tx, 'rows' | 'one' | 'run'>, id: number): Promise<boolean> =>
  ((await kernel.find(APPROVALS)?.waiting(db, KIND, [id]))?.size ?? 0) > 0

/** What waits for an approval is decided there and nowhere else. @throws Failed WRONG_STATE */
export async function mustNotWait({ ctx, tx, row }: Moving): Promise<void> {
  if (await waits(ctx, tx, row.id)) throw new Failed(WRONG_STATE, { status: [text('purchasing:error.waits')] })
}

/** An order that is canceled waits for nobody. */
export async function dropRequest({ ctx, tx, row, input }: Moving): Promise<void> {
  await ctx.kernel.find(APPROVALS)?.drop(tx, ctx, KIND, row.id, String(input.reason ?? ''))
}
