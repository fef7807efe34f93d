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

/** The subject of an event. */
export interface Subject {
  type: string
  id: number
}

/** A job to queue on commit. */
export interface QueuedJob {
  task: string
  payload: unknown
  /** Earliest start. */
  runAt?: Date
  /** Unique key: a waiting job with the same key is replaced by the later one. */
  key?: string | undefined
  /** Jobs with the same key run one after the other. */
  serial?: boolean | undefined
  maxAttempts?: number | undefined
  /** An event for a listener: written in the transaction, delivered by the job. */
  due?: { plugin: string; subject: string; event: string; payload: unknown }
}

/** Converts a job definition and a payload to a queue entry. */
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
 * One database transaction. Events and jobs are written inside it (transactional outbox), so they exist exactly when it commits and
 * survive a crash right after. Never call the network while it is open.
 */
export interface Tx extends Db, RecordWriter {
  /**
   * Emits an event: each listening plugin receives it after commit, at least once. Each listener receives the events of one subject
   * in the order of emission. Lock the subject's row, so that this is the order of the changes.
   */
  emit<E extends keyof Events & string>(event: E, payload: Events[E], subject?: Subject): void
  /** Queues a job with its payload, to run at once or from `runAt` on. */
  enqueue<P>(job: JobDefinition<P>, payload: NoInfer<P>, options?: Pick<QueuedJob, 'runAt'>): void
  /**
   * Marks a resource as changed. Caches that depend on it are invalidated after commit: in this process at once, in others by
   * notification or at the latest when their time to live ends.
   */
  invalidate(resource: string): void
  /** Reads and writes rows of declared resources through their models; see docs/guide/plugin-author.md for when. */
  readonly query: Query
  /** Runs `fn` in a savepoint: a failure rolls back only its own writes and is rethrown. Run no other statement concurrently. */
  savepoint<T>(fn: () => Promise<T>): Promise<T>
}

/** What `runTransaction` needs from higher layers: models and the writer of the outbox. */
export interface Outbox {
  /** Models over the connection of a transaction. They report their writes by `invalidate`. */
  query(client: pg.PoolClient, tx: Pick<Tx, 'invalidate'>): Query
  /** Writes declared records in a transaction. */
  records(tx: Pick<Tx, 'rows' | 'run' | 'invalidate'>): RecordWriter
  /** Jobs to queue for an event, one per listening plugin. */
  createEventJobs(event: string, payload: unknown, subject?: Subject): readonly QueuedJob[]
  /** Called after commit with the changed resources, and with the jobs that deliver the events. */
  afterCommit(resources: readonly string[], jobs: readonly QueuedJob[]): void
}

/** SQLSTATEs after which a transaction is retried: serialization failure, deadlock. */
const RETRYABLE_STATES = new Set(['40001', '40P01'])

/**
 * Runs `fn` in a transaction and commits it. Deadlocks, serialization failures and outdated prepared statements are retried up to
 * five times, so `fn` must have no effect outside the database.
 */
export async function runTransaction<T>(db: Database, outbox: Outbox, fn: (tx: Tx) => PromiseLike<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await db.pool.connect()
    const { tx, flush, touched, turns: eventJobs, cause, close } = openTransaction(client, outbox)
    let broken: Error | undefined
    try {
      // Not awaited, so that it is sent together with the first statement. It fails only when the connection is lost, and then all
      // other statements fail too.
      const begun = client.query('begin')
      begun.catch(() => undefined)
      const result = await fn(tx)
      close()
      // Sent together: when writing the outbox fails, the transaction is aborted and its commit rolls back.
      const [, , ended] = await Promise.all([begun, flush(), client.query('commit')])
      if (ended.command !== 'COMMIT') throw new Error('a transaction went on after a statement of it had failed, and was undone')
      outbox.afterCommit([...touched], eventJobs())
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
  // After a failure all further statements fail with "current transaction is aborted" (25P02). The first failure is the cause.
  // Models wrap their errors.
  const cause = (error: unknown): pg.DatabaseError | undefined => {
    const databaseError = ((error as { nativeError?: unknown } | undefined)?.nativeError ?? error) as pg.DatabaseError | undefined
    if (!(databaseError?.code === '25P02' && failed)) failed = databaseError
    return failed
  }
  const send = ({ text, values, name = getStatementName(text) }: Statement) =>
    sendOn(client, { text, values, name }).catch((error: unknown) => {
      if (isOutdatedPlan(error)) renameStatement(text, name)
      throw cause(error)
    })
  // Statements started beside a failed one may continue after the rollback and would then write outside a transaction.
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

/** The one statement that writes the outbox of a transaction: jobs to queue and events to deliver. */
function outboxSql(jobs: readonly QueuedJob[], due: readonly QueuedJob['due'][]): [write: Sql, name: string] {
  if (due.length === 0) return [insertJobsSql(jobs), 'work.jobs']
  if (jobs.length === 0) return [insertEventsSql(due), 'work.due']
  return [sql`with stored_events as (${insertEventsSql(due)}) ${insertJobsSql(jobs)}`, 'work.outbox']
}

/** Stores events in the order of emission. */
const insertEventsSql = (due: readonly QueuedJob['due'][]) => sql`
  insert into event_due (plugin, subject, event, payload) select e->>'plugin', e->>'subject', e->>'event', e->'payload'
  from jsonb_array_elements(${JSON.stringify(due)}::jsonb) with ordinality as emitted(e, position) order by position`

/** Number of attempts of a job that does not declare it. */
const ATTEMPTS = 10

/**
 * Queues many jobs in one statement. They are sorted by key, so that concurrent processes cannot deadlock. For each key the last
 * job counts.
 */
export const insertJobsSql = (jobs: readonly QueuedJob[]) => sql`
  select q.id from (
    select is_serial, array_agg(spec order by key, n) as specs from (
      select distinct on (j.key, case when j.key is null then j.n end) j.n, j.key, coalesce(j."serial", false) as is_serial, row(j.task, j.payload,
        case when j."serial" then 'turn ' || (hashtext(j.key) & 63) end, j."runAt", coalesce(j."maxAttempts", ${ATTEMPTS}::int), j.key, 0, null)::graphile_worker.job_spec as spec
      from jsonb_to_recordset(${JSON.stringify(jobs.map((job, n) => ({ ...job, n, due: undefined })))}::jsonb)
        as j(n int, task text, payload json, "runAt" timestamptz, key text, "serial" boolean, "maxAttempts" int)
      order by j.key, case when j.key is null then j.n end, j.n desc) x group by is_serial) y, graphile_worker.add_jobs(y.specs, y.is_serial) q`

/** Queues one job for each row of the surrounding statement; the payload is a JSON expression. */
export const insertJobSql = <P>({ name, attempts }: JobDefinition<P>, payload: Sql): Sql =>
  sql`graphile_worker.add_job(${name}, ${payload}, max_attempts => ${attempts ?? ATTEMPTS}::smallint)`
