import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './pool.ts'
import { sql } from './sql.ts'
import { type QueuedJob, insertJobsSql } from './transaction.ts'

/** Milliseconds from one flush to the next: a flush of many jobs costs hardly more than that of one. */
const PAUSE = 25

/**
 * Work that follows the commits of this process: it announces cache invalidations (NOTIFY) and queues the jobs of written outbox
 * events. NOTIFY serialises commits in all of PostgreSQL, and queueing a job costs as much as placing the order it belongs to, so
 * neither is part of a commit. The first item is flushed at once; items added during or shortly after a flush share the next one.
 * When a process dies in between, other caches stay stale until their time to live ends, and events are delivered late
 * (`cli/work/recover.ts`).
 */
export class PostCommitQueue {
  readonly #db: Db
  readonly #failed: (error: unknown) => void
  readonly #changed = new Set<string>()
  #jobs: QueuedJob[] = []
  #flushing: Promise<void> | undefined
  #skipPause = new AbortController()

  constructor(db: Db, failed: (error: unknown) => void) {
    this.#db = db
    this.#failed = failed
  }

  add(resources: readonly string[], jobs: readonly QueuedJob[]): void {
    for (const name of resources) this.#changed.add(name)
    this.#jobs.push(...jobs)
    if (this.#hasWork()) this.#flushing ??= this.#flushUntilEmpty()
  }

  /** Waits until all added work is done, without the pause between flushes. */
  async flush(): Promise<void> {
    this.#skipPause.abort()
    await this.#flushing
  }

  readonly #hasWork = () => this.#changed.size + this.#jobs.length > 0

  async #flushUntilEmpty(): Promise<void> {
    this.#skipPause = new AbortController()
    for (; this.#hasWork(); await sleep(PAUSE, undefined, { signal: this.#skipPause.signal }).catch(() => undefined)) {
      const [names, jobs] = [[...this.#changed].sort().join(','), this.#jobs]
      this.#changed.clear()
      this.#jobs = []
      const notifySql = sql`select case when ${names} > '' then pg_notify('stoa_changed', ${names}) end, (select count(*) from (${insertJobsSql(jobs)}) queued)`
      await this.#db.run(notifySql, 'post-commit.flush').catch(this.#failed)
    }
    this.#flushing = undefined
  }
}
