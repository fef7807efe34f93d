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
  const kept = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const { query } = kept
  const token = {}
  kept.query = function (this: unknown, ...given: unknown[]) {
    const [q] = given
    if (listening.getStore() === token) hear(typeof q === 'string' ? { text: q } : (q as Question))
    return query.apply(this, given)
  }
  try {
    return await listening.run(token, run)
  } finally {
    kept.query = query
  }
}

/** The statements connections are asked while something is done, in their order. */
export async function askedWhile(run: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  await listenTo(({ text }) => asked.push(text), run)
  return asked
}
