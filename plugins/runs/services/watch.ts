import { setInterval } from 'node:timers'
import { type Db, type Kernel, sql } from 'stoa'
import { columns, getLockKey, type Stored } from './stored.ts'

/** How often it is looked what was told and what is wanted, in milliseconds. */
const TICK = 400
/** A run gives a sign of life this often, in milliseconds. */
const BEAT = 5_000

/** How far work is. */
interface Far {
  done: number
  total?: number
}

/** Thrown into work that somebody wants to stop. */
export class Stopped extends Error {}

/**
 * Holds a run for one worker, on a connection of its own: the lock falls with the connection, so what a killed process held is free
 * at once. Over the same connection goes what is to be seen while the work's own transaction is open.
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

  /** Undefined while another worker holds the run. */
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
      const held = await db.one<{ ok: boolean }>(sql`select pg_try_advisory_lock(${getLockKey(id)}) as ok`)
      if (held?.ok) return new Watch(id, db, release)
      client.release()
      return undefined
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }

  /** Takes the run's next turn and begins to give signs of life; undefined when there is nothing to do. */
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

  /** @throws Stopped once somebody wants it to stop */
  tell(done: number, total?: number): void {
    if (this.#wanted) throw new Stopped()
    this.#told = this.#last = total === undefined ? { done } : { done, total }
  }

  /** What was told last, which nobody may have seen yet; nothing where nothing was told. */
  get last(): Far | undefined {
    return this.#last
  }

  cancelled(): boolean {
    return this.#wanted
  }

  /** Lets go of the run. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#flying
    await this.#release()
  }

  #tick(): void {
    this.#flying = this.#flying.then(() => this.#look()).catch(() => undefined)
  }

  /** Writes what was told last, and learns what is wanted. What comes after its step was stored changes nothing. */
  async #look(): Promise<void> {
    const told = this.#told
    if (!told && Date.now() - this.#beaten < BEAT) {
      const seen = await this.#db.one<{ wanted: boolean }>(sql`select cancel_wanted as wanted from run where id = ${this.#id}`)
      this.#wanted = seen?.wanted ?? true
      return
    }
    this.#told = undefined
    this.#beaten = Date.now()
    const seen = await this.#db.one<{ wanted: boolean }>(sql`
      update run set done = coalesce(${told?.done ?? null}::int, done), total = coalesce(${told?.total ?? null}::int, total), beat_at = now()
      where id = ${this.#id} and step = ${this.#step} and status = 'processing' returning cancel_wanted as wanted`)
    if (seen) this.#wanted = seen.wanted
  }
}
