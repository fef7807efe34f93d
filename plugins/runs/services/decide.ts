import { type Ctx, AppError, recordAudit, sql, type Tx, WRONG_STATE } from 'stoa'
import { RUN_KINDS } from './kinds.ts'
import { endRun, stoppedAfter } from './end.ts'
import { mayResume, findVisibleRun } from './read.ts'
import { columns, getLockKey, mayStop, rejectSecond, type Stored } from './stored.ts'
import { RUN_STEP } from './run-step.ts'

const keep = (tx: Tx, ctx: Ctx, id: number, verb: string) => recordAudit(tx, ctx, { resource: 'run', rowId: id, verb, changes: [] })

/**
 * Stops a run: at once while nobody works at it, else between two of its steps or where it tells how far it is. What was done in steps stays.
 * @throws Failed NOT_FOUND for those of others, WRONG_STATE when it has ended or is where nothing stops it
 */
export async function cancelRun(ctx: Ctx, id: number): Promise<void> {
  const { kernel } = ctx
  await findVisibleRun(ctx, id)
  await kernel.transaction(async (tx) => {
    // The row first: of several who stop it at once one does.
    const run = await tx.one<Stored>(sql`select ${columns} from run t where t.id = ${id} for update`)
    if (!run || !mayStop(kernel, run)) throw new AppError(WRONG_STATE)
    // Free only while no worker holds it, and then none begins before this is stored.
    const held = await tx.one<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${getLockKey(id)}) as free`)
    await keep(tx, ctx, id, 'cancel')
    // What waits for a decision is no worker's, also while the one who brought it there lets go of it.
    if (!held?.free && run.status !== 'pending') {
      await tx.run(sql`update run set cancel_wanted = true, updated_at = now() where id = ${id}`)
      return
    }
    const problem = run.step > 0 && kernel.contributions(RUN_KINDS).get(run.kind)?.step ? [stoppedAfter(run.done, run.total)] : []
    await endRun(tx, kernel, run, { status: 'canceled', problem })
  })
}

/**
 * Lets a run that was stopped or has failed go on from where it was.
 * @throws Failed NOT_FOUND for those of others, WRONG_STATE when it cannot go on, UNDER_WAY while another one like it is open
 */
export async function resumeRun(ctx: Ctx, id: number): Promise<void> {
  const { kernel } = ctx
  const seen = await findVisibleRun(ctx, id)
  if (!mayResume(ctx, seen)) throw new AppError(WRONG_STATE)
  await kernel.transaction(async (tx) => {
    const begun = await tx
      .run(
        sql`update run set status = 'to_do', tries = 0, problem = null, cancel_wanted = false, ended_at = null, step = step + 1,
        beat_at = now(), updated_at = now()
      where id = ${id} and step = ${seen.step} and status = ${seen.status}`,
      )
      .catch(rejectSecond)
    if (begun !== 1) throw new AppError(WRONG_STATE)
    await keep(tx, ctx, id, 'resume')
    tx.enqueue(RUN_STEP, { id })
  })
}
