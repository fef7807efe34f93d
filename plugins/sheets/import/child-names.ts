import { type Ctx, type Db, id, sql, type Sql } from 'stoa'
import { type CompiledField, fieldSql, type Resource, isVisibleSql, scopeSql } from 'stoa/engine'
import { joinPath, splitPath } from '../source/cell.ts'

/** The field whose text names a row in relation cells: the title in trees, else the key, else the title. */
export const nameField = (r: Resource): CompiledField => (r.def.tree ? r.title : (r.byName.get(r.def.match ?? '') ?? r.title))

/** The parent of child rows. */
interface Parent {
  resource: Resource
  /** Column of the child row with the id of its parent. */
  column: string
}

/** Names of child rows in files for another shop: parent and child, such as "Wholesale > New". */
export class ChildNames {
  readonly #ctx: Ctx
  readonly #parents = new Map<string, Parent>()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
    for (const resource of ctx.kernel.registry.resources.values())
      for (const { meta } of resource.fields)
        if (meta.kind === 'rows' && meta.to && meta.by && !this.#parents.has(meta.to))
          this.#parents.set(meta.to, { resource, column: meta.by })
  }

  /** Whether the rows of a resource are child rows. */
  knows(target: Resource): boolean {
    return this.#parents.has(target.name)
  }

  /** Names of rows by id. */
  async loadNames(db: Db, target: Resource, ids: readonly number[]): Promise<Map<number, string>> {
    return this.#read(db, target, sql`t.id = any(${[...new Set(ids)]}) and ${isVisibleSql(this.#ctx, target, sql`t.id`) ?? sql`true`}`)
  }

  /** Rows whose own name is the last part of one of these cells. */
  async named(db: Db, target: Resource, cells: Iterable<string>): Promise<Map<number, string>> {
    const ownNames = [...new Set([...cells].flatMap((cell) => splitPath(cell).at(-1) ?? []))]
    if (ownNames.length === 0) return new Map()
    return this.#read(db, target, sql`${this.#nameSql(target, 't')} = any(${ownNames}) and ${scopeSql(this.#ctx, target)}`)
  }

  async #read(db: Db, target: Resource, where: Sql): Promise<Map<number, string>> {
    const parent = this.#parents.get(target.name)
    if (!parent) return new Map()
    const rows = await db.rows<{ id: number; parent: string | null; own: string | null }>(sql`select t.id,
      ${this.#nameSql(parent.resource, 'p')} as parent, ${this.#nameSql(target, 't')} as own
      from ${id(target.table)} t join ${id(parent.resource.table)} p on p.id = t.${id(parent.column)} where ${where}`)
    return new Map(rows.map((row) => [row.id, joinPath([row.parent ?? '', row.own ?? ''])]))
  }

  #nameSql(r: Resource, alias: string): Sql {
    return sql`${fieldSql(nameField(r), alias, this.#ctx.language, this.#ctx.mainLanguage)}::text`
  }
}
