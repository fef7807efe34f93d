import pg from 'pg'
import { withSessionSettings } from './session-settings.ts'

/** A statement as a connection takes it. Under a name it is planned once per connection. */
export interface Statement {
  text: string
  values: unknown[]
  name?: string | undefined
}

/** How to connect. */
export interface ClientOptions {
  url: string
  /** Most connections of the pool. */
  max: number
  /** Milliseconds after which the server gives up on a statement. */
  statementTimeout: number
}

/** Compiling a statement pays after seconds of work: of a list with many small parts it took longer than the statement may. */
const SESSION = { jit: 'off' }

/** A pool of connections to PostgreSQL. */
export const createPool = ({ url, max, statementTimeout }: ClientOptions): pg.Pool =>
  new pg.Pool({
    ...withSessionSettings(url, SESSION),
    connectionTimeoutMillis: 2_000,
    statement_timeout: statementTimeout,
    application_name: 'stoa',
    // Statements a transaction sends without waiting in between leave together: a read that depends on no other costs no round trip.
    pipeline: true,
    max,
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: 15_000,
  })

/** Runs a statement on a connection, or on any of a pool. Statements of one connection run in the order they are sent. */
export const sendStatement = (to: pg.ClientBase | pg.Pool, { text, values, name }: Statement): Promise<pg.QueryResult> =>
  // pg takes a name that is there and undefined for one that was given.
  to.query(name === undefined ? { text, values } : { text, values, name })
