import pg from 'pg'

/** What a connection is asked. */
export interface Question {
  name?: string
  text: string
}

/** Tells `hear` of each question to a connection while something is done, in their order. */
export async function listenTo<T>(hear: (question: Question) => void, run: () => Promise<T>): Promise<T> {
  const kept = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const { query } = kept
  kept.query = function (this: unknown, ...given: unknown[]) {
    const [q] = given
    hear(typeof q === 'string' ? { text: q } : (q as Question))
    return query.apply(this, given)
  }
  try {
    return await run()
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
