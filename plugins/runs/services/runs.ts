import { type Ctx, type Db, AppError, sql, token, type Tx } from 'stoa'
import { UNDER_WAY } from '../errors.ts'
import type { RunStatus } from '../resources/run.ts'
import type { RunKind } from './kinds.ts'
import { cancelRun } from './decide.ts'
import { saveBytes, readBytes } from './stored-bytes.ts'
import { performRun, dropRun, extendRun, type RecordedPart, recordRun } from './wait-for-run.ts'
import { getAccount, briefly, findRun, rejectSecond, type Stored } from './stored.ts'
import { RUN_STEP } from './run-step.ts'
import { run } from '../resources/run.ts'
import { newRun } from './new-run.ts'

/** Service for plugins with background jobs. */
export interface Runs {
  /**
   * Creates a job that starts after the commit of `tx`. The actor of `ctx` sees it and is notified when it ends. Returns its id.
   * @throws AppError UNDER_WAY when a job of another account has the same exclusive key
   */
  begin<I>(tx: Tx, ctx: Ctx, kind: RunKind<I>, input: NoInfer<I>): Promise<number>
  /**
   * Resumes a waiting or ended job at a cursor. Returns false when its status is not one of `from`.
   * @throws AppError UNDER_WAY while another job with the same exclusive key is open
   */
  resume(tx: Tx, id: number, from: readonly RunStatus[], cursor: object): Promise<boolean>
  /** Stops a job the actor may see. @throws AppError NOT_FOUND, WRONG_STATE when it has ended */
  cancel(ctx: Ctx, id: number): Promise<void>
  /** A job by id, without access check; undefined when it is deleted. */
  find(db: Pick<Db, 'one'>, id: number): Promise<Stored | undefined>
  /** The actor's newest jobs of some types, without large parts of their results. */
  latest(ctx: Ctx, kinds: readonly string[], limit: number): Promise<Stored[]>
  /** Stores a file with a job and replaces the previous one. Returns its size in bytes. */
  saveBytes(db: Db, id: number, bytes: AsyncIterable<Uint8Array>): Promise<number>
  /** Streams the file of a job. */
  readBytes(db: Db, id: number): AsyncGenerator<Uint8Array>
  /** Records a completed job for work that this process does itself. Returns its id. */
  record<I>(tx: Tx, ctx: Ctx, kind: RunKind<I>, input: NoInfer<I>): Promise<number>
  /** Adds progress to a recorded job. Returns false when its status has changed or it is deleted. */
  extend(db: Db, id: number, part: RecordedPart): Promise<boolean>
  /** Deletes the record of work that changed nothing. */
  drop(db: Db, id: number): Promise<void>
  /** Runs a job in this process until it ends; waits while another process runs it. @throws AppError NOT_FOUND */
  perform(ctx: Ctx, id: number): Promise<Stored>
}

export const RUNS = token<Runs>('runs/runs')

export const runs: Runs = {
  async begin(tx, ctx, kind, input) {
    const problem = kind.problem({ input, cursor: null })
    if (problem !== undefined) throw new Error(`the run "${kind.name}" cannot begin so: ${problem}`)
    const account = getAccount(ctx)
    const lone = kind.lone?.(input) ?? null
    const made = await tx.one<{ id: number }>(sql`${tx.insertSql(run, { ...newRun(ctx, kind, input), lone })}
      on conflict (kind, lone) where status in ('to_do', 'processing', 'pending', 'approved') do nothing returning id`)
    if (made) {
      tx.enqueue(RUN_STEP, { id: made.id })
      return made.id
    }
    const other = await tx.one<{ id: number; account_id: number | null }>(sql`select id, account_id from run
      where kind = ${kind.name} and lone = ${lone} and status in ('to_do', 'processing', 'pending', 'approved')`)
    if (!other || other.account_id !== account) throw new AppError(UNDER_WAY)
    return other.id
  },
  async resume(tx, id, from, cursor) {
    const updatedCount = await tx
      .run(
        sql`update run set status = 'approved', cursor = ${JSON.stringify(cursor)}::jsonb, step = step + 1, tries = 0, done = 0,
        total = null, problem = null, cancel_wanted = false, ended_at = null, beat_at = now(), updated_at = now()
      where id = ${id} and status = any(${[...from]})`,
      )
      .catch(rejectSecond)
    if (updatedCount === 1) tx.enqueue(RUN_STEP, { id })
    return updatedCount === 1
  },
  cancel: cancelRun,
  find: findRun,
  latest: (ctx, kinds, limit) =>
    ctx.kernel.db.rows<Stored>(sql`select ${briefly(ctx.kernel)} from run t
      where t.account_id is not distinct from ${getAccount(ctx)}::bigint and t.kind = any(${[...kinds]}) order by t.id desc limit ${limit}`),
  saveBytes: saveBytes,
  readBytes: readBytes,
  record: recordRun,
  extend: extendRun,
  drop: dropRun,
  perform: performRun,
}
