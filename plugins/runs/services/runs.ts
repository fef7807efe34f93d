import { type Ctx, type Db, AppError, sql, token, type Tx } from 'stoa'
import { UNDER_WAY } from '../errors.ts'
import type { RunStatus } from '../resources/run.ts'
import type { RunKind } from './kinds.ts'
import { cancelRun } from './decide.ts'
import { saveBytes, readBytes } from './stored-bytes.ts'
import { performRun, dropRun, extendRun, type RecordedPart, recordRun } from './recorded.ts'
import { getAccount, briefly, findRun, rejectSecond, type Stored } from './stored.ts'
import { RUN_STEP } from './run-step.ts'
import { run } from '../resources/run.ts'
import { newRun } from './new-run.ts'

/** Long work, begun by whoever owns it. */
export interface Runs {
  /**
   * Begins a run with the commit of `tx`; whoever `ctx` is sees it and is told when it ends. Answers its id.
   * @throws Failed UNDER_WAY when it can be under way once only and somebody else began it
   */
  begin<I>(tx: Tx, ctx: Ctx, kind: RunKind<I>, input: NoInfer<I>): Promise<number>
  /**
   * Lets a run that waits or has ended go on from a cursor. False when it is elsewhere than in one of these states.
   * @throws Failed UNDER_WAY while another one like it is open, and there is one at a time
   */
  resume(tx: Tx, id: number, from: readonly RunStatus[], cursor: object): Promise<boolean>
  /** Stops a run the caller may see. @throws Failed NOT_FOUND, WRONG_STATE when it has ended */
  cancel(ctx: Ctx, id: number): Promise<void>
  /** A run by id, whoever asks; undefined when it is gone. */
  find(db: Db, id: number): Promise<Stored | undefined>
  /** The newest runs of some kinds that whoever asks began, without what their kinds leave unsaid. */
  latest(ctx: Ctx, kinds: readonly string[], limit: number): Promise<Stored[]>
  /** Keeps bytes with a run, in place of those there were. Answers how many. */
  saveBytes(db: Db, id: number, bytes: AsyncIterable<Uint8Array>): Promise<number>
  /** The bytes kept with a run, piece by piece. */
  readBytes(db: Db, id: number): AsyncGenerator<Uint8Array>
  /** Stores a completed run for work that this process does without a job. Answers its id. */
  record<I>(tx: Tx, ctx: Ctx, kind: RunKind<I>, input: NoInfer<I>): Promise<number>
  /** Adds to a recorded run. False once somebody decided on it, or it is gone. */
  extend(db: Db, id: number, part: RecordedPart): Promise<boolean>
  /** Removes the record of work that came to nothing. */
  drop(db: Db, id: number): Promise<void>
  /** Works at a run in this process until it has ended; while another process works at it, waits for that. @throws Failed NOT_FOUND */
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
    const gone = await tx
      .run(
        sql`update run set status = 'approved', cursor = ${JSON.stringify(cursor)}::jsonb, step = step + 1, tries = 0, done = 0,
        total = null, problem = null, cancel_wanted = false, ended_at = null, beat_at = now(), updated_at = now()
      where id = ${id} and status = any(${[...from]})`,
      )
      .catch(rejectSecond)
    if (gone === 1) tx.enqueue(RUN_STEP, { id })
    return gone === 1
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
