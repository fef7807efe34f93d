import pg from 'pg'
import { type ClientOptions, createPool, sendStatement, type Statement } from './connect.ts'
import { isOutdatedPlan, getStatementName, renameStatement } from './statement-names.ts'
import type { Sql } from './sql.ts'
import type { PreparedStatement } from './prepared-statement.ts'

// Counts and bigint ids fit a JS number (ids stay far below 2^53). Dates stay the text that PostgreSQL prints.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (v) => v)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, instant)

/**
 * Converts `2026-11-21 17:32:59.837523+00` to ISO 8601. Lists hold hundreds of timestamps, and cutting the text takes a tenth of
 * the time of parsing.
 */
export function instant(v: string): string {
  const cut = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00(?::00)?$/.exec(v)
  return cut ? `${cut[1]}T${cut[2]}.${(cut[3] ?? '').padEnd(3, '0')}Z` : new Date(v).toISOString()
}

/** Anything that runs SQL: the pool or a transaction. All values are bound parameters, never spliced into the text. */
export interface Db {
  /**
   * All rows. `name` makes it a named prepared statement: only for texts that never vary. Other statements are prepared after they
   * ran several times.
   */
  rows<T>(query: Sql | PreparedStatement, name?: string): Promise<T[]>
  /** The first row, if any. */
  one<T>(query: Sql | PreparedStatement, name?: string): Promise<T | undefined>
  /** The number of rows that an insert, update or delete affected. */
  run(query: Sql | PreparedStatement, name?: string): Promise<number>
}

/** Creates a `Db` from a pg client or pool. */
export function createDb(client: { query(statement: Statement): Promise<pg.QueryResult> }): Db {
  // Statements are sent concurrently and awaited in turn. When the connection is lost all of them fail, and rejections nobody
  // awaits any more must not end the process.
  const runQuery = <T>(q: Sql | PreparedStatement, name: string | undefined, mapResult: (found: pg.QueryResult) => T): Promise<T> => {
    const answer = client.query('name' in q ? q : { text: q.text, values: q.values, name }).then(mapResult)
    answer.catch(() => undefined)
    return answer
  }
  return {
    rows: <T>(q: Sql | PreparedStatement, name?: string) => runQuery(q, name, ({ rows }) => rows as T[]),
    one: <T>(q: Sql | PreparedStatement, name?: string) => runQuery(q, name, ({ rows }) => rows[0] as T | undefined),
    run: (q, name) => runQuery(q, name, ({ rowCount }) => rowCount ?? 0),
  }
}

export interface PoolOptions extends ClientOptions {
  /** Called when a connection is lost, idle or in use. */
  onError?: (error: Error) => void
}

/** The database connections of the process. A connection that breaks, idle or in use, is reported and replaced. */
export class Database implements Db {
  readonly pool: pg.Pool
  readonly url: string
  rows: Db['rows']
  one: Db['one']
  run: Db['run']

  constructor(options: PoolOptions) {
    this.url = options.url
    const pool = createPool(options)
    this.pool = pool
    const lost = (error: Error) => options.onError?.(error)
    pool.on('error', lost)
    // The pool reports errors of idle connections only. Without this listener the loss of one in use would end the process.
    pool.on('connect', (connection) => connection.on('error', lost))
    const query = (statement: Statement) => {
      if (statement.name) return sendStatement(pool, statement)
      const { text } = statement
      const name = getStatementName(text)
      return sendStatement(pool, { ...statement, name }).catch((error: unknown) => {
        if (!isOutdatedPlan(error)) throw error
        renameStatement(text, name)
        return sendStatement(pool, { ...statement, name: getStatementName(text) })
      })
    }
    ;({ rows: this.rows, one: this.one, run: this.run } = createDb({ query }))
  }

  close(): Promise<void> {
    return this.pool.end()
  }
}
