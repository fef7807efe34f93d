import { type TransitionContext, parseMoney, sql } from 'stoa'
import { type ApprovableDocument, APPROVALS } from 'stoa/plugins/approvals'
import type { repair } from '../repair/index.ts'

/** Under `contributions`: `contribute(APPROVABLE_DOCUMENTS, 'repair', approvableRepair)`, with `after: ['approvals']`. */
export const approvableRepair: ApprovableDocument = {
  title: 'repair:approval.repair',
  of: 'repair',
  needs: 'complete repair',
  lock: async (tx, _ctx, id) => {
    const row = await tx.one<{ name: string; price: string; status: string; owner_id: number | null }>(sql`
      select name, (coalesce(price_minor, 0) / 100.0)::numeric(14, 2)::text as price, status, owner_id from repair where id = ${id} for update`)
    if (row?.status !== 'pending') return undefined
    const ownerIds = row.owner_id === null ? [] : [row.owner_id]
    return { title: row.name, amount: parseMoney(row.price), link: `repair/edit/${id}`, ownerIds }
  },
  approved: (tx, ctx, id) => ctx.kernel.resources.transitionIn(tx, ctx, 'repair', id, 'complete'),
  rejected: (tx, ctx, id, reason) => ctx.kernel.resources.transitionIn(tx, ctx, 'repair', id, 'cancel', { reason }),
  withdrawn: async () => undefined,
}

/** Effect of the transition that submits a repair: it waits for approval, or completes when no rule matches. */
export async function handIn({ ctx, tx, row }: TransitionContext<(typeof repair)['fields']>): Promise<void> {
  const waits = await ctx.kernel.find(APPROVALS)?.request(tx, ctx, 'repair', row.id)
  if (!waits) await ctx.kernel.resources.transitionIn(tx, ctx, 'repair', row.id, 'complete')
}
