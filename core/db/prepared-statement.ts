import type { Locale } from '../api-types.ts'
import type { Sql } from './sql.ts'

/** A query ready to send: it is prepared once per connection under its name. */
export interface PreparedStatement {
  text: string
  values: unknown[]
  name: string
}

/** What the text of a statement may depend on. */
type SpokenLanguage = Readonly<Record<'language' | 'mainLanguage', Locale>>

/** Placeholder for the n-th parameter among the values of a statement. */
class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * Prepares a frequent statement whose text depends on the language only. The text is built once per language; later calls only fill
 * in the parameters, and PostgreSQL plans it once per connection.
 */
export function prepareStatement<P extends unknown[]>(
  name: string,
  build: (ctx: SpokenLanguage, ...parameters: P) => Sql,
): (ctx: SpokenLanguage, ...parameters: P) => PreparedStatement {
  const built = new Map<string, { text: string; values: readonly unknown[]; name: string }>()
  return (ctx, ...parameters) => {
    const key = `${ctx.language} ${ctx.mainLanguage}`
    let cached = built.get(key)
    if (!cached) {
      const { text, values } = build(ctx, ...(parameters.map((_, i) => new Slot(i)) as unknown as P))
      built.set(key, (cached = { text, values, name: `${name} ${key}` }))
    }
    const values = cached.values.map((v) => (v instanceof Slot ? parameters[v.index] : v))
    return { text: cached.text, name: cached.name, values }
  }
}
