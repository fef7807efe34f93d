import { type Ctx, type Db, id, sql } from 'stoa'
import { type Resource, scopeSql } from 'stoa/engine'

/** Rows by their ids in the system that a file comes from, for cells that name rows by these ids. */
export class ExternalIds {
  readonly #ctx: Ctx
  readonly #source: string
  /** Resource → external id → row. */
  readonly #ids = new Map<string, Map<string, number>>()

  constructor(ctx: Ctx, source: string) {
    this.#ctx = ctx
    this.#source = source
  }

  /** Clears what was loaded and added: after a rollback, or when others may have written. */
  forget(): void {
    this.#ids.clear()
  }

  /** Loads the rows that earlier imports found under these ids. One statement. */
  async load(db: Db, target: Resource, texts: readonly string[]): Promise<void> {
    if (texts.length === 0) return
    const rows = await db.rows<{ id: number; external_id: string }>(sql`
      select t.id, x.external_id from external_ref x join ${id(target.table)} t on t.id = x.row_id
      where x.source = ${this.#source} and x.resource = ${target.name} and x.external_id = any(${[...texts]}) and ${scopeSql(this.#ctx, target)}`)
    for (const row of rows) this.add(target, row.external_id, row.id)
  }

  /** Adds a row of the current transaction. */
  add(target: Resource, externalId: string, rowId: number): void {
    this.#ids.set(target.name, (this.#ids.get(target.name) ?? new Map<string, number>()).set(externalId, rowId))
  }

  find(target: Resource, text: string): number | undefined {
    return this.#ids.get(target.name)?.get(text)
  }
}
