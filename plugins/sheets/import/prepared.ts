import { createHash } from 'node:crypto'
import type { Db, Sql, Tx } from '#core'

/** Names for statements of which one text runs again and again. */
export class StatementNames {
  readonly #names = new Map<string, string | undefined>()

  /** A name from the second use on: what runs once is not worth keeping on a connection. */
  of(text: string): string | undefined {
    if (!this.#names.has(text)) {
      if (this.#names.size < 500) this.#names.set(text, undefined)
      return undefined
    }
    const name = this.#names.get(text) ?? `sheet_${createHash('sha1').update(text).digest('base64url')}`
    this.#names.set(text, name)
    return name
  }
}

/** A transaction that tells how often something was written in it, or failed. */
export interface Watched extends Tx {
  readonly marks: () => number
  /** The same transaction for writes that nobody counts. */
  readonly uncounted: Tx
}

/**
 * A transaction whose repeated statements are parsed and planned once: an import runs the same few thousands of
 * times. It also counts what a failed record may have left behind.
 */
export function prepared(tx: Tx, names: StatementNames): Watched {
  let marks = 0
  type Run<T> = (query: Sql, name?: string) => Promise<T>
  const named =
    <T>(run: Run<T>): Run<T> =>
    (query, name) =>
      run(query, name ?? names.of(query.text))
  const counted =
    <T>(run: Run<T>): Run<T> =>
    async (query, name) => {
      if (!/^\s*select\b/i.test(query.text)) marks++
      try {
        return await run(query, name)
      } catch (error) {
        marks++
        throw error
      }
    }
  const over = (with_: <T>(run: Run<T>) => Run<T>, db: Db): Db => ({
    rows: with_(db.rows) as Db['rows'],
    one: with_(db.one) as Db['one'],
    run: with_(db.run),
  })
  const uncounted = { ...tx, ...over(named, tx) }
  const send: Tx['send'] = (write, name) => {
    marks++
    tx.send(write, name)
  }
  return { ...uncounted, ...over(counted, uncounted), send, marks: () => marks, uncounted }
}
