import { AppError, type Ctx, message, sql, type Tx, validationError, WRONG_STATE } from 'stoa'
import { RUNS } from 'stoa/plugins/runs'
import { COMPUTE } from './compute-payroll.ts'

interface Transition {
  ctx: Ctx
  tx: Tx
  row: { id: number; status: string; run_id: number | null }
}

/** Statuses of a background job that has not ended. */
const open = new Set(['to_do', 'processing', 'pending', 'approved'])

/** Effect of `compute`: starts the background job, one at a time for each payroll. */
export async function startComputation({ ctx, tx, row }: Transition): Promise<void> {
  const before = row.run_id
  const id = await ctx.kernel.get(RUNS).begin(tx, ctx, COMPUTE, { payroll_id: row.id })
  // `begin` returns a job of the same payroll that has not ended yet.
  if (id === before) throw new AppError(WRONG_STATE)
  await tx.run(sql`update hr_payroll set run_id = ${id} where id = ${row.id}`)
}

/** A payroll that is being computed is edited after its job has ended. @throws AppError INVALID at `status` */
export async function assertNotComputing({ ctx, tx, row }: Transition): Promise<void> {
  if (row.status !== 'processing' || row.run_id === null) return
  const run = await ctx.kernel.get(RUNS).find(tx, row.run_id)
  if (run && open.has(run.status)) throw validationError({ status: message('payroll:error.computing') })
}
