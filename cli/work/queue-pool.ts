import pg from 'pg'
import { UNAVAILABLE } from '../../core/http/errors.ts'
import { toAppError } from '../../core/http/error-response.ts'

/**
 * The code (serialization failure) after which the queue says a statement again, from 50 ms to 5 s later, a hundred times. It
 * knows no lost connection, and nobody waits for the statement that writes down how a job ended: its failure ended the process.
 */
const AGAIN = '40001'

/** Whether an error says that the database cannot be reached at this moment. */
export const isDatabaseAway = (error: unknown): boolean =>
  toAppError(error).kind === UNAVAILABLE || (error instanceof Error && error.cause !== undefined && isDatabaseAway(error.cause))

/** All statements of the queue may be said twice: by then the job is gone, or no longer locked by this worker. */
function again(error: unknown): never {
  if (toAppError(error).kind !== UNAVAILABLE) throw error
  throw Object.assign(new Error('The queue lost its connection', { cause: error }), { code: AGAIN })
}

/** A promise that fails with what the queue tries again; anything else as it is. */
const trying = <T>(answer: T): T => (answer instanceof Promise ? (answer.catch(again) as T) : answer)

class QueueClient extends pg.Client {
  override query = ((...args: Parameters<pg.Client['query']>) => trying(super.query(...args))) as unknown as pg.Client['query']
}

class QueuePool extends pg.Pool {
  override connect = ((...args: Parameters<pg.Pool['connect']>) => trying(super.connect(...args))) as unknown as pg.Pool['connect']
}

/** Connections of the queue: a statement that one of them loses is said again on the next. */
export function queuePool(url: string, process: string, lost: (error: Error) => void): pg.Pool {
  const pool = new QueuePool({ connectionString: url, max: 5, application_name: process, Client: QueueClient } as pg.PoolConfig)
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}
