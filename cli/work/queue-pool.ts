import pg from 'pg'
import { UNAVAILABLE } from '../../core/http/errors.ts'
import { toAppError } from '../../core/http/error-response.ts'

/**
 * SQLSTATE (serialization failure) after which the queue library retries a statement, with back-off from 50 ms to 5 s, up to a
 * hundred times. It does not retry lost connections, and its unawaited statement that records a job's result would end the process
 * on failure.
 */
const RETRYABLE_SQLSTATE = '40001'

/** Whether an error means that the database is not reachable now. */
export const isDatabaseUnreachable = (error: unknown): boolean =>
  toAppError(error).kind === UNAVAILABLE || (error instanceof Error && error.cause !== undefined && isDatabaseUnreachable(error.cause))

/** All statements of the queue are safe to repeat: afterwards the job is gone, or no longer locked by this worker. */
function throwRetryable(error: unknown): never {
  if (toAppError(error).kind !== UNAVAILABLE) throw error
  throw Object.assign(new Error('The queue lost its connection', { cause: error }), { code: RETRYABLE_SQLSTATE })
}

/** Converts a rejection to one that the queue library retries; other values are returned unchanged. */
const makeRetryable = <T>(answer: T): T => (answer instanceof Promise ? (answer.catch(throwRetryable) as T) : answer)

class QueueClient extends pg.Client {
  override query = ((...args: Parameters<pg.Client['query']>) => makeRetryable(super.query(...args))) as unknown as pg.Client['query']
}

class QueuePool extends pg.Pool {
  override connect = ((...args: Parameters<pg.Pool['connect']>) => makeRetryable(super.connect(...args))) as unknown as pg.Pool['connect']
}

/** Connections of the queue: a statement that fails with a lost connection is retried on the next one. */
export function queuePool(url: string, process: string, lost: (error: Error) => void): pg.Pool {
  const pool = new QueuePool({ connectionString: url, max: 5, application_name: process, Client: QueueClient } as pg.PoolConfig)
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}
