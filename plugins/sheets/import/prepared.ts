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
}

/**
 * A transaction whose repeated statements are parsed and planned once: an import runs the same few thousands of
 * times. It also counts what a failed record may have left behind.
 */
export function prepared(tx: Tx, names: StatementNames): Watched {
  let marks = 0
  const named =
    <T>(run: (query: Sql, name?: string) => Promise<T>) =>
    async (query: Sql, name?: string) => {
      const { text } = query
      if (!/^\s*select\b/i.test(text)) marks++
      try {
        return await run(query, name ?? names.of(text))
      } catch (error) {
        marks++
        throw error
      }
    }
  const db: Db = { rows: named(tx.rows) as Db['rows'], one: named(tx.one) as Db['one'], run: named(tx.run) }
  return { ...tx, ...db, marks: () => marks }
}
