import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './pool.ts'
import { sql } from './sql.ts'
import { type QueuedJob, insertJobsSql } from './transaction.ts'

/** Milliseconds from one round to the next: a round of many jobs costs hardly more than one of a single job. */
const PAUSE = 25

/**
 * What follows commits of this process: caches of others are told, and the jobs are queued that stand written elsewhere until they
 * are done. A notice makes commits wait for each other in all of PostgreSQL, and a job costs as much as the order it tells of: so
 * neither is part of a commit. The first that comes is seen to at once; what comes while that is under way, or shortly after, goes
 * together in the next round.
 * A process that dies in between leaves others with what they keep until its time is over, and listeners with a late turn
 * (`cli/work/recover.ts`).
 */
export class PostCommitQueue {
  readonly #db: Db
  readonly #failed: (error: unknown) => void
  readonly #changed = new Set<string>()
  #jobs: QueuedJob[] = []
  #rounds: Promise<void> | undefined
  #hurry = new AbortController()

  constructor(db: Db, failed: (error: unknown) => void) {
    this.#db = db
    this.#failed = failed
  }

  add(resources: readonly string[], jobs: readonly QueuedJob[]): void {
    for (const name of resources) this.#changed.add(name)
    this.#jobs.push(...jobs)
    if (this.#waits()) this.#rounds ??= this.#goOn()
  }

  /** Waits until all that was added is done, which is put off no more. */
  async flush(): Promise<void> {
    this.#hurry.abort()
    await this.#rounds
  }

  readonly #waits = () => this.#changed.size + this.#jobs.length > 0

  async #goOn(): Promise<void> {
    this.#hurry = new AbortController()
    for (; this.#waits(); await sleep(PAUSE, undefined, { signal: this.#hurry.signal }).catch(() => undefined)) {
      const [names, jobs] = [[...this.#changed].sort().join(','), this.#jobs]
      this.#changed.clear()
      this.#jobs = []
      const told = sql`select case when ${names} > '' then pg_notify('stoa_changed', ${names}) end, (select count(*) from (${insertJobsSql(jobs)}) queued)`
      await this.#db.run(told, 'after.round').catch(this.#failed)
    }
    this.#rounds = undefined
  }
}
