import { type Ctx, defineJob, type JobPayload, sql, t, type Tx } from 'stoa'
import { settlementTable } from '../statuses.ts'
import { computeSettlement } from './compute-settlement.ts'

/** Computes a settlement. */
export const COMPUTE_SETTLEMENT = defineJob({
  name: 'commission/compute',
  payload: { settlement_id: t.id() },
  key: ({ settlement_id }) => `commission settlement ${settlement_id}`,
})

/** Effect of `compute`: the job runs after the commit. */
export function queueComputation({ tx, row }: { tx: Tx; row: { id: number } }): void {
  tx.enqueue(COMPUTE_SETTLEMENT, { settlement_id: row.id })
}

/** Handles `commission/compute`. A settlement that somebody canceled or that is computed already stays as it is. */
export const runComputation = ({ settlement_id: id }: JobPayload<typeof COMPUTE_SETTLEMENT>, ctx: Ctx): Promise<void> =>
  ctx.kernel.transaction(async (tx) => {
    const waiting = await tx.one(sql`select 1 from commission_settlement where id = ${id} and status = 'processing' for update`)
    if (!waiting) return
    await computeSettlement(tx, ctx, id)
    await ctx.kernel.resources.transitionIn(tx, ctx, settlementTable, id, 'finish')
  })
