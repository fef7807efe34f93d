import { setTimeout as sleep } from 'node:timers/promises'
import { type Ctx, type Db, AppError, NOT_FOUND, sql, type Tx } from 'stoa'
import type { Answer, RunKind } from './kinds.ts'
import { findRun, isOpen, type Stored } from './stored.ts'
import { runStep } from './run-step.ts'
import { run } from '../resources/run.ts'
import { newRun } from './new-run.ts'

/** Polling interval while another process runs the job, in milliseconds. */
const LOOK = 200

/** Additional progress of work that a process does itself. */
export interface RecordedPart {
  /** Increment of the progress. */
  done?: number
  answer?: Answer
}

/** Records a completed job for work that this process does itself. @throws Error when the input is invalid */
export async function recordRun<I>(tx: Tx, ctx: Ctx, kind: RunKind<I>, input: NoInfer<I>): Promise<number> {
  const problem = kind.problem({ input, cursor: null })
  if (problem !== undefined) throw new Error(`the run "${kind.name}" cannot be recorded so: ${problem}`)
  return tx.insert(run, { ...newRun(ctx, kind, input), status: 'completed', ended_at: sql`now()` })
}

/** Adds progress to a recorded job. Returns false when its status has changed or it is deleted. */
export async function extendRun(db: Db, id: number, { done = 0, answer }: RecordedPart): Promise<boolean> {
  const changed =
    await db.run(sql`update run set done = done + ${done}::int, answer = coalesce(${answer ? JSON.stringify(answer) : null}::jsonb, answer),
      ended_at = now(), beat_at = now(), updated_at = now()
    where id = ${id} and status = 'completed'`)
  return changed === 1
}

/** Deletes the record of work that changed nothing. */
export const dropRun = async (db: Db, id: number): Promise<void> => void (await db.run(sql`delete from run where id = ${id}`))

/** Runs a job in this process until it ends; waits while another process runs it. @throws AppError NOT_FOUND */
export async function performRun(ctx: Ctx, id: number): Promise<Stored> {
  for (;;) {
    await runStep({ id }, ctx)
    const run = await findRun(ctx.kernel.db, id)
    if (!run) throw new AppError(NOT_FOUND)
    if (!isOpen(run) || run.status === 'pending') return run
    await sleep(LOOK)
  }
}
