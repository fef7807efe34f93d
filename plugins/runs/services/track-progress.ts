import { setInterval } from 'node:timers'
import { type Db, type Kernel, sql } from 'stoa'
import { columns, getLockKey, type Stored } from './stored.ts'

/** Interval for writing progress and reading stop requests, in milliseconds. */
const TICK = 400
/** Heartbeat interval, in milliseconds. */
const BEAT = 5_000

/** Progress of a job. */
interface Far {
  done: number
  total?: number
}

/** Thrown inside a job that is being stopped. */
export class Stopped extends Error {}

/**
 * Holds the advisory lock of a job on a separate connection. The lock ends with the connection, so the job of a killed process is free at
 * once. The same connection writes progress that must be visible while the transaction of the step is open.
 */
export class Watch {
  readonly #db: Db
  readonly #release: () => Promise<void>
  readonly #id: number
  #step = 0
  #told: Far | undefined
  #last: Far | undefined
  #wanted = false
  #beaten = Date.now()
  #flying: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  private constructor(id: number, db: Db, release: () => Promise<void>) {
    this.#id = id
    this.#db = db
    this.#release = release
  }

  /** Returns undefined while another worker holds the lock. */
  static async take(kernel: Kernel, id: number): Promise<Watch | undefined> {
    const client = await kernel.db.pool.connect()
    const ask = async <T>(q: { text: string; values: unknown[] }) => client.query<T & object>({ text: q.text, values: q.values })
    const db: Db = {
      rows: async <T>(q: { text: string; values: unknown[] }) => (await ask<T>(q)).rows as T[],
      one: async <T>(q: { text: string; values: unknown[] }) => (await ask<T>(q)).rows[0] as T | undefined,
      run: async (q) => (await ask(q)).rowCount ?? 0,
    }
    const release = async () => {
      const broken = await db.run(sql`select pg_advisory_unlock(${getLockKey(id)})`).then(
        () => undefined,
        (error: Error) => error,
      )
      client.release(broken)
    }
    try {
      const lock = await db.one<{ ok: boolean }>(sql`select pg_try_advisory_lock(${getLockKey(id)}) as ok`)
      if (lock?.ok) return new Watch(id, db, release)
      client.release()
      return undefined
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }

  /** Starts the next step and the heartbeat; returns undefined when there is nothing to do. */
  async begin(): Promise<Stored | undefined> {
    const run = await this.#db
      .one<Stored>(sql`update run t set status = 'processing', tries = t.tries + 1, beat_at = now(), updated_at = now()
      where t.id = ${this.#id} and t.status in ('to_do', 'approved', 'processing') returning ${columns}`)
    if (!run) return undefined
    this.#step = run.step
    this.#wanted = run.cancel_wanted
    this.#timer = setInterval(() => this.#tick(), TICK)
    this.#timer.unref()
    return run
  }

  /** @throws Stopped when the job is being stopped */
  tell(done: number, total?: number): void {
    if (this.#wanted) throw new Stopped()
    this.#told = this.#last = total === undefined ? { done } : { done, total }
  }

  /** The last progress, which may not be written yet; undefined when there is none. */
  get last(): Far | undefined {
    return this.#last
  }

  cancelled(): boolean {
    return this.#wanted
  }

  /** Releases the lock. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#flying
    await this.#release()
  }

  #tick(): void {
    this.#flying = this.#flying.then(() => this.#look()).catch(() => undefined)
  }

  /** Writes the last progress and reads stop requests. Has no effect after the step was stored. */
  async #look(): Promise<void> {
    const progress = this.#told
    if (!progress && Date.now() - this.#beaten < BEAT) {
      const row = await this.#db.one<{ wanted: boolean }>(sql`select cancel_wanted as wanted from run where id = ${this.#id}`)
      this.#wanted = row?.wanted ?? true
      return
    }
    this.#told = undefined
    this.#beaten = Date.now()
    const row = await this.#db.one<{ wanted: boolean }>(sql`
      update run set done = coalesce(${progress?.done ?? null}::int, done), total = coalesce(${progress?.total ?? null}::int, total), beat_at = now()
      where id = ${this.#id} and step = ${this.#step} and status = 'processing' returning cancel_wanted as wanted`)
    if (row) this.#wanted = row.wanted
  }
}
