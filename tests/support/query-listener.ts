import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** What a connection is asked. */
export interface Question {
  name?: string
  text: string
}

const listening = new AsyncLocalStorage<object>()

/**
 * Calls `hear` for each statement that `run` sends, in their order. Statements of timers, listeners and jobs
 * that the process runs at the same time do not count.
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

/** The statements connections are asked while something is done, in their order. */
export async function captureStatements(run: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  await listenTo(({ text }) => statements.push(text), run)
  return statements
}
