import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** A query that a connection sends. */
export interface Question {
  name?: string
  text: string
}

const listening = new AsyncLocalStorage<object>()

/**
 * Calls `hear` for each statement that `run` sends, in order. Statements of timers, listeners and jobs that run at the same time are not
 * included.
 */
export async function listenTo<T>(hear: (question: Question) => void, run: () => Promise<T>): Promise<T> {
  const clientPrototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = clientPrototype
  const token = {}
  clientPrototype.query = function (this: unknown, ...args: unknown[]) {
    const [q] = args
    if (listening.getStore() === token) hear(typeof q === 'string' ? { text: q } : (q as Question))
    return query.apply(this, args)
  }
  try {
    return await listening.run(token, run)
  } finally {
    clientPrototype.query = query
  }
}

/** The statements that are sent while a function runs, in order. */
export async function captureStatements(run: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  await listenTo(({ text }) => statements.push(text), run)
  return statements
}
