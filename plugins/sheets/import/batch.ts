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
import type { Watched } from './counting-transaction.ts'

/** Thrown when a record fails after other writes in the same batch. The transaction must be repeated with a savepoint for each record. */
export class Spoilt extends Error {}

/** A stored row. */
interface Stored {
  id: number
  changes: readonly Change[]
}

interface Waiting {
  item: Item
  done(stored: Stored): void
}

/** A row whose hooks are called for several rows at once. */
interface UnreadyRow extends RowInput {
  r: Resource
  options: WriteOptions
  done(stored: Stored): void
}

/** Rows of a resource in one statement. While the database executes it, the next rows are prepared. */
const most = 125

/** Number of rows after which the loop yields to the event loop, so that responses of the database are read. */
const breath = 8

/**
 * Collects prepared rows and writes them in few statements. The result is the same as for single writes: a query by a hook first flushes
 * the pending rows. When a multi-row statement fails, the failing row is unknown, so the transaction is rolled back and repeated row by
 * row. Call `still` before leaving the transaction.
 */
export class Batch {
  /** The transaction for hooks of rows that are being prepared. */
  readonly tx: Tx
  readonly #ctx: Ctx
  readonly #inner: Watched
  readonly #isRehearsal: boolean
  readonly #written = new Set<number>()
  readonly #settled = new Set<number>()
  #unready: UnreadyRow[] = []
  #waiting: Waiting[] = []
  /** The current flush; stays rejected once a row has failed. */
  #flushing: Promise<void> | undefined
  #added = 0
  #stale = false

  constructor(ctx: Ctx, tx: Watched, { isRehearsal }: { isRehearsal: boolean }) {
    this.#ctx = ctx
    this.#inner = tx
    this.#isRehearsal = isRehearsal
    this.tx = this.#outer(tx)
  }

  /** Number of writes by others than the batch. */
  marks(): number {
    return this.#inner.marks()
  }

  /** Whether rows of a resource can be written in batches. */
  takes(r: Resource): boolean {
    return !r.def.tree && isPlain(this.#ctx.kernel.registry, r)
  }

  /** Whether a row is unchanged since the transaction began. */
  knows(row: Row): boolean {
    return !this.#stale && !this.#written.has(row.id)
  }

  /** Whether `afterImport` has run for a row and nothing was written since that may affect it. */
  isSettled(id: number): boolean {
    return !this.#stale && this.#settled.has(id)
  }

  /** Adds a row to the batch. `old` is the row as read under its row lock when the transaction began. */
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
      // A hook has written, so rows that were read before may be stale.
      this.#stale ||= this.marks() > before
      await this.#put(pending, done)
    }
    if (++this.#added % breath === 0) await setImmediate()
  }

  /** Prepares the collected rows. @throws Spoilt when one of them is rejected */
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

  /** Writes a prepared row with the next batch, or by itself. */
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

  /** Writes the pending rows. @throws Spoilt when one of them is rejected */
  async flush(): Promise<void> {
    await this.#makeReady()
    await this.#flushing
    if (this.#waiting.length === 0) return
    this.#begin()
    await this.#flushing
  }

  /** Waits until no statement is running, whether or not it succeeds. */
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
      // The error is thrown at the next await of the flush.
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

  /** Calls the `afterImport` hooks early, so that the database works while the next rows are prepared. */
  async #settle(r: Resource, ids: readonly number[]): Promise<void> {
    if (this.#isRehearsal) return
    for (const hooks of r.hooks) await hooks.afterImport?.({ ctx: this.#ctx, tx: this.#inner.uncounted, ids })
    for (const id of ids) this.#settled.add(id)
  }

  /** A transaction that flushes pending rows before any other statement. */
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
      // The query builder uses the connection directly.
      get query() {
        if (isWaiting()) throw new Spoilt()
        return tx.query
      },
    }
  }
}
