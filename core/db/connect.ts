import pg from 'pg'
import { withSessionSettings } from './session-settings.ts'

/** A statement in the form the driver takes. With a name it is prepared once per connection. */
export interface Statement {
  text: string
  values: unknown[]
  name?: string | undefined
}

/** Connection options. */
export interface ClientOptions {
  url: string
  /** Maximum number of connections in the pool. */
  max: number
  /** Statement timeout of the server, in milliseconds. */
  statementTimeout: number
}

/**
 * JIT compilation pays off only for statements that run for seconds. For lists with many small subqueries, compiling takes longer
 * than running.
 */
const SESSION = { jit: 'off' }

/** A pool of connections to PostgreSQL. */
export const createPool = ({ url, max, statementTimeout }: ClientOptions): pg.Pool =>
  new pg.Pool({
    ...withSessionSettings(url, SESSION),
    connectionTimeoutMillis: 2_000,
    statement_timeout: statementTimeout,
    application_name: 'stoa',
    // Statements that a transaction sends without waiting in between are pipelined: independent reads share one round trip.
    pipeline: true,
    max,
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: 15_000,
  })

/** Runs a statement on a connection, or on any connection of a pool. Statements of one connection run in the order they are sent. */
export const sendStatement = (to: pg.ClientBase | pg.Pool, { text, values, name }: Statement): Promise<pg.QueryResult> =>
  // pg treats a name that is present but undefined as given.
  to.query(name === undefined ? { text, values } : { text, values, name })
