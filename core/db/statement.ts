import pg from 'pg'
import type { Locale } from '../wire.ts'
import type { Sql } from './sql.ts'

/** A query ready to send: its text is planned once per connection under its name. */
export interface Prepared {
  text: string
  values: unknown[]
  name: string
  /**
   * Shares a connection with others of its moment, outside transactions. Only for what takes a millisecond: each waits for those asked
   * before it, and a read that waits for a lock could wait for its own transaction. A write is committed before the disk has it: only for
   * what may be gone after a power cut, and finds no row that others hold.
   */
  quick?: 'read' | 'write' | undefined
}

/** A statement as a connection takes it; without a name it is planned each time. */
export type Question = Omit<Prepared, 'name'> & { name?: string | undefined }

/** How pg reads the rows of a statement. */
type Shape = Record<'fields' | '_parsers' | '_prebuiltEmptyResultObject', unknown>

/** What a query of pg is made of, beyond its published types. */
interface Insides {
  name?: string
  prepare(connection: pg.Connection): void
  handleRowDescription(message: object): void
  _accumulateRows: boolean
  _result: Shape
}

const shapes = new WeakMap<pg.Connection, Map<string, Shape>>()

/**
 * A query that has a prepared statement described but once on each connection: what it answers with cannot change there, and to
 * describe it is a quarter of the work of a small one.
 */
class Asked extends (pg.Query as unknown as new (text: string) => pg.Query & Insides) {
  #shapes: Map<string, Shape> | undefined

  override prepare(connection: pg.Connection): void {
    this.#shapes = shapes.get(connection)
    if (!this.#shapes) shapes.set(connection, (this.#shapes = new Map()))
    const shape = this.#shapes.get(this.name ?? '')
    this._accumulateRows = true
    if (shape) Object.assign(this._result, shape)
    super.prepare(shape ? Object.create(connection, { describe: { value: () => undefined } }) : connection)
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    if (this.name) this.#shapes?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

/** Asks a connection. Of settings pg makes a copy, property by property, which costs as much as all else it does for a small statement. */
export const ask = (client: pg.ClientBase, { text, values, name }: Question): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const callback = (error: Error | null, found: pg.QueryResult) => (error ? reject(error) : resolve(found))
    client.query(Object.assign(new Asked(text), { values, name, callback }))
  })

/** A read of one text that is quick; see `Prepared`. */
export const quick = ({ text, values }: Sql, name: string): Prepared => ({ text, values, name, quick: 'read' })

/** What the text of a statement may depend on. */
type Spoken = Readonly<Record<'language' | 'main', Locale>>

/** Stands in the values of a statement for the n-th parameter. */
class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * A hot statement whose text depends on the language alone. It is put together once per language; afterwards only
 * its parameters are filled in, and PostgreSQL plans it once per connection.
 */
export function statement<P extends unknown[]>(
  name: string,
  build: (ctx: Spoken, ...parameters: P) => Sql,
  how: Pick<Prepared, 'quick'> = {},
): (ctx: Spoken, ...parameters: P) => Prepared {
  const built = new Map<string, { text: string; values: readonly unknown[]; name: string }>()
  return (ctx, ...parameters) => {
    const key = `${ctx.language} ${ctx.main}`
    let known = built.get(key)
    if (!known) {
      const { text, values } = build(ctx, ...(parameters.map((_, i) => new Slot(i)) as unknown as P))
      built.set(key, (known = { text, values, name: `${name} ${key}` }))
    }
    const values = known.values.map((v) => (v instanceof Slot ? parameters[v.index] : v))
    return { text: known.text, name: known.name, values, quick: how.quick }
  }
}
