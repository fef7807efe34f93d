import { setImmediate } from 'node:timers/promises'
import { type Ctx, AppError, recordAudit, type Row, type Tx } from 'stoa'
import {
  type Change,
  type PendingWrite,
  prepareWrite,
  prepareWrites,
  type Resource,
  type RowInput,
  saveRow,
  type Values,
  type WriteOptions,
} from 'stoa/engine'
import { getChanges, isChanged, isPlain, getItem, type Item, writeItems } from './items.ts'
import type { Watched } from './watched.ts'

/** Thrown when records failed after something was written: their transaction must be done again, with savepoints. */
export class Spoilt extends Error {}

/** A row as it was stored. */
interface Stored {
  id: number
  changes: readonly Change[]
}

interface Waiting {
  item: Item
  done(stored: Stored): void
}

/** A row whose hooks hear of it together with others. */
interface UnreadyRow extends RowInput {
  r: Resource
  options: WriteOptions
  done(stored: Stored): void
}

/** Rows of a resource to a statement. While the database writes them, those that follow are made ready. */
const most = 125

/** Rows after which others have their turn of the event loop, the answers of the database among them. */
const breath = 8

/**
 * Collects rows that are ready and writes them with few statements, instead of some for each. Nobody can tell the difference:
 * whatever a hook asks of the database waits until what came before is written. When a row is refused in the midst of others
 * nobody knows whose fault it was, so that ends the transaction, and it is done again row by row. Whoever leaves the transaction
 * waits until the batch is `still`.
 */
export class Batch {
  /** For hooks of rows that are made ready. */
  readonly tx: Tx
  readonly #ctx: Ctx
  readonly #inner: Watched
  readonly #isRehearsal: boolean
  readonly #written = new Set<number>()
  readonly #settled = new Set<number>()
  #unready: UnreadyRow[] = []
  #waiting: Waiting[] = []
  /** What is being written; refused for good once one of its rows was. */
  #flushing: Promise<void> | undefined
  #added = 0
  #stale = false

  constructor(ctx: Ctx, tx: Watched, { isRehearsal }: { isRehearsal: boolean }) {
    this.#ctx = ctx
    this.#inner = tx
    this.#isRehearsal = isRehearsal
    this.tx = this.#outer(tx)
  }

  /** Writes so far that are not the batch's own. */
  marks(): number {
    return this.#inner.marks()
  }

  /** Whether rows of a resource may be written with others. */
  takes(r: Resource): boolean {
    return !r.def.tree && isPlain(this.#ctx.kernel.registry, r)
  }

  /** Whether a row is what it was when the transaction began. */
  knows(row: Row): boolean {
    return !this.#stale && !this.#written.has(row.id)
  }

  /** Whether a row was settled, and nothing was written since that it may hang on. */
  isSettled(id: number): boolean {
    return !this.#stale && this.#settled.has(id)
  }

  /** Stores a row with those that come after it. `old`: as it was read under lock when the transaction began. */
  async add(r: Resource, old: Row | undefined, input: Values, o: WriteOptions, done: (stored: Stored) => void): Promise<void> {
    const { resources } = this.#ctx.kernel
    if (old && !this.knows(old)) {
      this.#settled.delete(old.id)
      return done(await resources.updateIn(this.tx, this.#ctx, r.name, old.id, input, o))
    }
    if (old) this.#written.add(old.id)
    if (r.hooks.some((hooks) => hooks.beforeValidateMany ?? hooks.validateMany)) {
      if (this.#unready.push({ r, old: old ?? null, input, options: o, done }) >= most) await this.#makeReady()
    } else {
      const before = this.marks()
      const pending = await prepareWrite(resources.env(this.tx, this.#ctx), r, old ?? null, input, o)
      // What a hook wrote may be of rows that were read before.
      this.#stale ||= this.marks() > before
      await this.#put(pending, done)
    }
    if (++this.#added % breath === 0) await setImmediate()
  }

  /** Makes rows ready that were collected for their hooks. @throws Spoilt when one of them is refused. */
  async #makeReady(): Promise<void> {
    const list = this.#unready
    this.#unready = []
    const [first] = list
    if (!first) return
    const before = this.marks()
    try {
      const pending = await prepareWrites(this.#ctx.kernel.resources.env(this.tx, this.#ctx), first.r, list, first.options)
      this.#stale ||= this.marks() > before
      for (const [i, { done }] of list.entries()) await this.#put(pending[i] as PendingWrite, done)
    } catch (error) {
      throw error instanceof AppError ? new Spoilt() : error
    }
  }

  /** Writes a row that is ready with those that come after it, or by itself. */
  async #put(pending: PendingWrite, done: Waiting['done']): Promise<void> {
    const { resources, registry } = this.#ctx.kernel
    const item = getItem(registry, pending)
    if (!item) {
      await this.flush()
      return done(await saveRow(resources.env(this.tx, this.#ctx), pending))
    }
    if (this.#waiting.push({ item, done }) < most) return
    await this.#flushing
    this.#begin()
  }

  /** Writes what waits. @throws Spoilt when one of the rows is refused. */
  async flush(): Promise<void> {
    await this.#makeReady()
    await this.#flushing
    if (this.#waiting.length === 0) return
    this.#begin()
    await this.#flushing
  }

  /** Waits until nothing is being written any more, however that ends. */
  async still(): Promise<void> {
    await this.#flushing?.catch(() => undefined)
  }

  #begin(): void {
    const list = this.#waiting
    this.#waiting = []
    const flushing = this.#write(list)
    this.#flushing = flushing
    flushing.then(
      () => (this.#flushing = undefined),
      // Whoever waits for it next hears of it.
      () => undefined,
    )
  }

  async #write(list: readonly Waiting[]): Promise<void> {
    try {
      await this.#store(list)
    } catch (error) {
      if (error instanceof AppError || /^2[23]/.test((error as { code?: string }).code ?? '')) throw new Spoilt()
      throw error
    }
  }

  async #store(list: readonly Waiting[]): Promise<void> {
    const r = list[0]?.item.pending.r
    if (!r) return
    const tx = this.#inner.uncounted
    await writeItems(
      { tx, registry: this.#ctx.kernel.registry },
      r,
      list.map(({ item }) => item),
    )
    const stored = list.map(({ item, done }) => ({ item, done, id: item.id, changes: getChanges(item) }))
    const changed = stored.filter(({ item }) => isChanged(item))
    if (changed.length > 0) {
      tx.invalidate(r.name)
      const entries = changed.map(({ item, id, changes }) => ({ resource: r.name, rowId: id, verb: item.pending.write.mode, changes }))
      await Promise.all([
        r.audit && recordAudit(tx, this.#ctx, ...entries),
        this.#settle(
          r,
          entries.map(({ rowId }) => rowId),
        ),
      ])
    }
    for (const { id, changes, done } of stored) done({ id, changes })
  }

  /** Settles rows at once: what the database does for them then takes no time of its own, as the next rows are made ready meanwhile. */
  async #settle(r: Resource, ids: readonly number[]): Promise<void> {
    if (this.#isRehearsal) return
    for (const hooks of r.hooks) await hooks.afterImport?.({ ctx: this.#ctx, tx: this.#inner.uncounted, ids })
    for (const id of ids) this.#settled.add(id)
  }

  /** A transaction that writes what waits before anything else is asked. */
  #outer(tx: Watched): Tx {
    const first =
      <A extends unknown[], T>(run: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        await this.flush()
        return run(...args)
      }
    const isWaiting = () => this.#unready.length > 0 || this.#waiting.length > 0 || this.#flushing !== undefined
    return {
      ...tx,
      rows: first(tx.rows) as Tx['rows'],
      one: first(tx.one) as Tx['one'],
      run: first(tx.run),
      savepoint: first(tx.savepoint) as Tx['savepoint'],
      // Models ask at once, over the connection itself.
      get query() {
        if (isWaiting()) throw new Spoilt()
        return tx.query
      },
    }
  }
}
