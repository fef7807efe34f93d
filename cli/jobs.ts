import { sql } from '../core/db/sql.ts'
import type { Db } from '../core/db/pool.ts'

/** A job as operators see it. The payload is hidden, because it may be private. */
export interface JobRow {
  id: number
  task: string
  state: 'waiting' | 'running' | 'retrying' | 'dead'
  attempts: number
  max_attempts: number
  run_at: string
  last_error: string | null
}

const state = sql`case when attempts >= max_attempts then 'dead' when locked_at is not null then 'running'
  when attempts > 0 then 'retrying' else 'waiting' end`

/** Jobs of the queue, failed ones first. */
export const jobList = (db: Db, only: JobRow['state'] | undefined, limit: number): Promise<JobRow[]> =>
  db.rows<JobRow>(sql`
    select * from (select id, task_identifier as task, ${state} as state, attempts, max_attempts, run_at, last_error
      from graphile_worker.jobs) j
    where ${only ?? null}::text is null or j.state = ${only ?? null}
    order by (j.state = 'dead') desc, j.run_at, j.id limit ${limit}`)

/** Numbers of jobs that are due, overdue by ten minutes or more, and failed for good. */
export async function countJobs({ db }: { db: Db }): Promise<{ due: number; late: number; dead: number }> {
  const row = await db.one<{ due: number; late: number; dead: number }>(sql`
    select count(*) filter (where attempts < max_attempts and run_at <= now()) as due,
      count(*) filter (where attempts < max_attempts and locked_at is null and run_at < now() - interval '10 minutes') as late,
      count(*) filter (where attempts >= max_attempts) as dead
    from graphile_worker.jobs`)
  return row ?? { due: 0, late: 0, dead: 0 }
}

/** Reschedules jobs to now and resets their attempts. Returns the ids of those found. */
export async function retryJobs(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select id from graphile_worker.reschedule_jobs(${[...ids]}::bigint[], run_at := now(), attempts := 0)`)
  return rows.map((r) => r.id)
}
