import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Events } from '../events/events.ts'
import type { JobDefinition } from '../events/job-definition.ts'
import type { Query } from '../model/graph.ts'
import { sendStatement as sendOn, type Statement } from './connect.ts'
import type { RecordWriter } from './record-writer.ts'
import { type Database, type Db, createDb } from './pool.ts'
import { isOutdatedPlan, getStatementName, renameStatement } from './statement-names.ts'
import { sql, type Sql } from './sql.ts'

/** What a fact is about. */
export interface Subject {
  type: string
  id: number
}

/** A job to queue with the commit. */
export interface QueuedJob {
  task: string
  payload: unknown
  /** Earliest start. */
  runAt?: Date
  /** At most one waiting job carries a key: a later one replaces it. */
  key?: string | undefined
  /** Jobs with this key are done one after the other. */
  serial?: boolean | undefined
  maxAttempts?: number | undefined
  /** What a listener has to hear once its turn comes: it is kept with the commit, and the job follows. */
  due?: { plugin: string; subject: string; event: string; payload: unknown }
}

/** A job as it stands in the queue. */
export const toQueuedJob = <P>(
  { name: task, key, serial, attempts: maxAttempts }: JobDefinition<P>,
  payload: P,
  runAt?: Date,
): QueuedJob => ({
  task,
  payload,
  key: key?.(payload),
  serial: serial,
  maxAttempts,
  ...(runAt && { runAt }),
})

/**
 * One transaction. What it emits and enqueues is written inside it, so it happens exactly when the
 * transaction commits and survives a crash right after. Never call the network while one is open.
 */
export interface Tx extends Db, RecordWriter {
  /**
   * Tells a fact: each listening plugin hears it after commit, at least once. What is told of one subject each hears in the order
   * it was told; lock the subject's row, so that this is the order it happened in.
   */
  emit<E extends keyof Events & string>(event: E, payload: Events[E], subject?: Subject): void
  /** Queues a job with what it is told, to be done at once or from `runAt` on. */
  enqueue<P>(job: JobDefinition<P>, payload: NoInfer<P>, options?: Pick<QueuedJob, 'runAt'>): void
  /** Says that rows of a resource changed: caches that depend on it are dropped after commit, here and, at the latest when their time is over, elsewhere. */
  invalidate(resource: string): void
  /** Reads and writes rows of declared resources through their models; see docs/guide/plugin-author.md for when. */
  readonly query: Query
  /** Runs `fn` so that its failure undoes only its own writes; the error is thrown on. Nothing else may be asked meanwhile. */
  savepoint<T>(fn: () => Promise<T>): Promise<T>
}

/** What `work` needs from above: models, and what the outbox is written with. */
export interface Outbox {
  /** Models over the connection of a transaction, which is told what they write. */
  query(client: pg.PoolClient, tx: Pick<Tx, 'invalidate'>): Query
  /** Writes declared records in a transaction. */
  records(tx: Pick<Tx, 'rows' | 'run' | 'invalidate'>): RecordWriter
  /** Jobs to queue for an event, one per listening plugin. */
  createEventJobs(event: string, payload: unknown, subject?: Subject): readonly QueuedJob[]
  /** Called after commit with the resources a transaction touched, and the jobs that bring listeners what was kept for them. */
  afterCommit(resources: readonly string[], jobs: readonly QueuedJob[]): void
}

/** SQLSTATEs of a transaction that only has to be tried again: serialisation failure, deadlock. */
const RETRYABLE_STATES = new Set(['40001', '40P01'])

/**
 * Runs `fn` in a transaction and commits it. Deadlocks, serialisation failures and statements prepared before their table
 * changed are retried up to five times, so `fn` must have no effect outside the database.
 */
export async function runTransaction<T>(db: Database, outbox: Outbox, fn: (tx: Tx) => PromiseLike<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await db.pool.connect()
    const { tx, flush, touched, turns, cause, close } = openTransaction(client, outbox)
    let broken: Error | undefined
    try {
      // Not waited for: what is asked first goes out with it. Only a lost connection fails it, and then nothing else is heard either.
      const begun = client.query('begin')
      begun.catch(() => undefined)
      const result = await fn(tx)
      close()
      // Sent together: when the outbox cannot be written the transaction is broken, and its commit undoes it.
      const [, , ended] = await Promise.all([begun, flush(), client.query('commit')])
      if (ended.command !== 'COMMIT') throw new Error('a transaction went on after a statement of it had failed, and was undone')
      outbox.afterCommit([...touched], turns())
      return result
    } catch (error) {
      close()
      await client.query('rollback').catch((e: Error) => (broken = e))
      const reason = cause(error)
      if (attempt >= 5 || !(RETRYABLE_STATES.has(reason?.code ?? '') || isOutdatedPlan(reason))) throw reason
    } finally {
      client.release(broken)
    }
    await sleep(Math.random() * 20 * 2 ** attempt)
  }
}

function openTransaction(client: pg.PoolClient, outbox: Outbox) {
  let points = 0
  let failed: pg.DatabaseError | undefined
  // What is asked after a failure is refused as well, and says nothing but that: then the failure is the reason. Models wrap theirs.
  const cause = (error: unknown): pg.DatabaseError | undefined => {
    const own = ((error as { nativeError?: unknown } | undefined)?.nativeError ?? error) as pg.DatabaseError | undefined
    if (!(own?.code === '25P02' && failed)) failed = own
    return failed
  }
  const send = ({ text, values, name = getStatementName(text) }: Statement) =>
    sendOn(client, { text, values, name }).catch((error: unknown) => {
      if (isOutdatedPlan(error)) renameStatement(text, name)
      throw cause(error)
    })
  // What was asked beside a part that failed may go on after the transaction was undone: it would write outside of any.
  let isOver = false
  const mustBeOpen = (): void => {
    if (isOver) throw new Error('a statement was asked of a transaction that is over')
  }
  const db = createDb({
    query: async (statement) => {
      mustBeOpen()
      return send(statement)
    },
  })
  const jobs: QueuedJob[] = []
  const touched = new Set<string>()
  const touch = (resource: string) => void touched.add(resource)
  const tx: Tx = {
    ...db,
    ...outbox.records({ ...db, invalidate: touch }),
    emit: (event, payload, subject) => void jobs.push(...outbox.createEventJobs(event, payload, subject)),
    enqueue: (job, payload, options) => void jobs.push(toQueuedJob(job, payload, options?.runAt)),
    invalidate: touch,
    query: outbox.query(client, { invalidate: touch }),
    async savepoint(fn) {
      mustBeOpen()
      const [name, queued] = [`s${++points}`, jobs.length]
      await client.query(`savepoint ${name}`)
      try {
        const result = await fn()
        await client.query(`release savepoint ${name}`)
        return result
      } catch (error) {
        jobs.length = queued
        await client.query(`rollback to savepoint ${name}`)
        throw cause(error)
      } finally {
        failed = undefined
      }
    },
  }
  const turns = () => jobs.filter(({ due }) => due)
  const flush = () => {
    const now = jobs.filter(({ due }) => !due)
    const due = turns().map((job) => job.due)
    if (jobs.length === 0) return undefined
    const [{ text, values }, name] = outboxSql(now, due)
    return send({ text, values, name })
  }
  const close = () => void (isOver = true)
  return { tx, flush, touched, turns, cause, close }
}

/** The one statement that writes what follows a transaction: jobs to queue, and what listeners have to hear. */
function outboxSql(jobs: readonly QueuedJob[], due: readonly QueuedJob['due'][]): [write: Sql, name: string] {
  if (due.length === 0) return [insertJobsSql(jobs), 'work.jobs']
  if (jobs.length === 0) return [insertEventsSql(due), 'work.due']
  return [sql`with kept as (${insertEventsSql(due)}) ${insertJobsSql(jobs)}`, 'work.outbox']
}

/** Keeps what listeners have to hear in the order it was told. */
const insertEventsSql = (due: readonly QueuedJob['due'][]) => sql`
  insert into event_due (plugin, subject, event, payload) select e->>'plugin', e->>'subject', e->>'event', e->'payload'
  from jsonb_array_elements(${JSON.stringify(due)}::jsonb) with ordinality as told(e, at) order by at`

/** How often a job is tried that does not say it. */
const ATTEMPTS = 10

/** Queues jobs, many for little more than one, by key, so that processes do not wait for each other in a circle. Of one key the last counts. */
export const insertJobsSql = (jobs: readonly QueuedJob[]) => sql`
  select q.id from (
    select in_turn, array_agg(spec order by key, n) as specs from (
      select distinct on (j.key, case when j.key is null then j.n end) j.n, j.key, coalesce(j."serial", false) as in_turn, row(j.task, j.payload,
        case when j."serial" then 'turn ' || (hashtext(j.key) & 63) end, j."runAt", coalesce(j."maxAttempts", ${ATTEMPTS}::int), j.key, 0, null)::graphile_worker.job_spec as spec
      from jsonb_to_recordset(${JSON.stringify(jobs.map((job, n) => ({ ...job, n, due: undefined })))}::jsonb)
        as j(n int, task text, payload json, "runAt" timestamptz, key text, "serial" boolean, "maxAttempts" int)
      order by j.key, case when j.key is null then j.n end, j.n desc) x group by in_turn) y, graphile_worker.add_jobs(y.specs, y.in_turn) q`

/** Queues a job by the statement that writes what it is about: an expression for each of its rows, with the payload as JSON. */
export const insertJobSql = <P>({ name, attempts }: JobDefinition<P>, payload: Sql): Sql =>
  sql`graphile_worker.add_job(${name}, ${payload}, max_attempts => ${attempts ?? ATTEMPTS}::smallint)`
