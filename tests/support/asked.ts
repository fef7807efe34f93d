import pg from 'pg'

/** The statements connections are asked while something is done, in their order. */
export async function askedWhile(run: () => Promise<unknown>): Promise<string[]> {
  const kept = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const { query } = kept
  const asked: string[] = []
  kept.query = function (this: unknown, ...given: unknown[]) {
    const [q] = given
    asked.push(typeof q === 'string' ? q : (q as { text: string }).text)
    return query.apply(this, given)
  }
  try {
    await run()
  } finally {
    kept.query = query
  }
  return asked
}
