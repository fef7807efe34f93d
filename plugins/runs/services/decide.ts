import { type Ctx, AppError, recordAudit, sql, type Tx, WRONG_STATE } from 'stoa'
import { RUN_KINDS } from './kinds.ts'
import { endRun, stoppedAfter } from './end.ts'
import { mayResume, findVisibleRun } from './read.ts'
import { columns, getLockKey, mayStop, rejectSecond, type Stored } from './stored.ts'
import { RUN_STEP } from './run-step.ts'

const keep = (tx: Tx, ctx: Ctx, id: number, verb: string) => recordAudit(tx, ctx, { resource: 'run', rowId: id, verb, changes: [] })

/**
 * Stops a job: at once when it is not running, else between two steps or at its next progress report. Completed steps stay.
 * @throws AppError NOT_FOUND for jobs of other accounts, WRONG_STATE when it has ended or cannot be stopped now
 */
export async function cancelRun(ctx: Ctx, id: number): Promise<void> {
  const { kernel } = ctx
  await findVisibleRun(ctx, id)
  await kernel.transaction(async (tx) => {
    // Row lock: of several concurrent requests only one stops it.
    const run = await tx.one<Stored>(sql`select ${columns} from run t where t.id = ${id} for update`)
    if (!run || !mayStop(kernel, run)) throw new AppError(WRONG_STATE)
    // The advisory lock is free only when no worker runs the job, and holding it prevents a worker from starting.
    const lock = await tx.one<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${getLockKey(id)}) as free`)
    await keep(tx, ctx, id, 'cancel')
    // A job that waits for a decision has no work to stop, even while its worker is still releasing the lock.
    if (!lock?.free && run.status !== 'pending') {
      await tx.run(sql`update run set cancel_wanted = true, updated_at = now() where id = ${id}`)
      return
    }
    const problem = run.step > 0 && kernel.contributions(RUN_KINDS).get(run.kind)?.step ? [stoppedAfter(run.done, run.total)] : []
    await endRun(tx, kernel, run, { status: 'canceled', problem })
  })
}

/**
 * Resumes a stopped or failed job at its cursor.
 * @throws AppError NOT_FOUND for jobs of other accounts, WRONG_STATE when it cannot be resumed, UNDER_WAY while another job with the same
 * exclusive key is open
 */
export async function resumeRun(ctx: Ctx, id: number): Promise<void> {
  const { kernel } = ctx
  const visibleRun = await findVisibleRun(ctx, id)
  if (!mayResume(ctx, visibleRun)) throw new AppError(WRONG_STATE)
  await kernel.transaction(async (tx) => {
    const begun = await tx
      .run(
        sql`update run set status = 'to_do', tries = 0, problem = null, cancel_wanted = false, ended_at = null, step = step + 1,
        beat_at = now(), updated_at = now()
      where id = ${id} and step = ${visibleRun.step} and status = ${visibleRun.status}`,
      )
      .catch(rejectSecond)
    if (begun !== 1) throw new AppError(WRONG_STATE)
    await keep(tx, ctx, id, 'resume')
    tx.enqueue(RUN_STEP, { id })
  })
}
