import type { Db, Sql, Tx } from 'stoa'

/** A transaction that counts its writes and failures. */
export interface Watched extends Tx {
  readonly marks: () => number
  /** The same transaction without counting. */
  readonly uncounted: Tx
}

/** Wraps a transaction to count what a failed record may have left behind. */
export function watched(tx: Tx): Watched {
  let marks = 0
  type Run<T> = (query: Sql, name?: string) => Promise<T>
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
  const db: Db = { rows: counted(tx.rows) as Db['rows'], one: counted(tx.one) as Db['one'], run: counted(tx.run) }
  return { ...tx, ...db, marks: () => marks, uncounted: tx }
}
