import { type Ctx, type Db, groupBy, hasPermission, id, type Row, type Sql, sql, type Tx } from 'stoa'
import {
  type CompiledField,
  fieldSql,
  getColumnName,
  findProblem,
  type Resource,
  isVisibleSql,
  verbPermission,
  scopeSql,
} from 'stoa/engine'
import type { LayoutScope } from '../mapping/columns.ts'
import { ChildNames, nameField } from './child-names.ts'
import { ExternalIds } from './external-ids.ts'
import { suggestKeys } from './suggest-keys.ts'
import { loadTree, several, type Tree } from './tree.ts'
import { joinPath, listPart, plain, splitPath } from '../source/cell.ts'

/** A row created because a cell named it. */
export interface Grown {
  resource: string
  id: number
}

interface RelationCache {
  ids: Map<string, number>
  /** Texts that have been looked up. */
  lookedUp: Set<string>
  /** Rows this import created, by lower-case name. */
  made: Map<string, number>
  names: Map<number, string>
  tree?: Tree
}

/** Related rows by the text that names them in cells, and texts by id. Looks up many cells at once and caches them until `forget`. */
export class Relations {
  readonly #ctx: Ctx
  /** Names of child rows, in files for another shop. */
  readonly #children: ChildNames | undefined
  readonly #externalIds: ExternalIds | undefined
  #known = new Map<string, RelationCache>()
  /** Undo functions for what the current record added. */
  #added: (() => void)[] = []
  #grown: Grown[] = []

  /** `source`: the system whose external ids cells may hold. */
  constructor(ctx: Ctx, scope: LayoutScope = 'sheet', source?: string) {
    this.#ctx = ctx
    this.#externalIds = source === undefined ? undefined : new ExternalIds(ctx, source)
    this.#children = scope === 'shop' ? new ChildNames(ctx) : undefined
  }

  /** Clears the cache: after a rollback, or when others may have written. */
  forget(): void {
    this.#known.clear()
    this.#externalIds?.forget()
    this.#added = []
  }

  /** Adds the external id of a row that the current transaction has found or written. */
  addExternalId(target: Resource, externalId: string, rowId: number): void {
    this.#externalIds?.add(target, externalId, rowId)
  }

  /** Looks up all these cell texts of one target. */
  async load(db: Db, target: Resource, cells: Iterable<string>): Promise<void> {
    if (target.def.tree) {
      if (!this.#known.get(target.name)?.tree) this.#of(target).tree = await loadTree(this.#ctx, db, target)
      return
    }
    if (this.#children?.knows(target)) {
      const { ids } = this.#of(target)
      for (const [rowId, path] of await this.#children.named(db, target, cells))
        ids.set(path, (ids.get(path) ?? rowId) === rowId ? rowId : several)
      return
    }
    const relation = this.#of(target)
    const unresolved = [...new Set([...cells].map(plain))].filter((t) => !relation.ids.has(t))
    if (unresolved.length === 0) return
    for (const t of unresolved) relation.lookedUp.add(t)
    const name = nameField(target)
    await this.#lookUp(db, target, name, unresolved)
    // People write the title, even where the key is a slug or a code.
    if (name !== target.title)
      await this.#lookUp(
        db,
        target,
        target.title,
        unresolved.filter((t) => !relation.ids.has(t)),
      )
    const unnamed = unresolved.filter((t) => !relation.ids.has(t))
    await this.#externalIds?.load(db, target, unnamed)
  }

  /** Looks up again the cells with one of these lower-case names, and those without a result. */
  async again(db: Db, target: Resource, names: ReadonlySet<string>): Promise<void> {
    const relation = this.#of(target)
    if (relation.tree) {
      Object.assign(relation.tree, await loadTree(this.#ctx, db, target))
      return
    }
    for (const t of relation.lookedUp) if (names.has(t.toLowerCase())) relation.ids.delete(t)
    await this.load(db, target, relation.lookedUp)
  }

  /**
   * The lower-case names that a write removes from or gives to a row of `r`. In a tree they are prefixes of the names of its descendants.
   */
  renamed(r: Resource, old: Row | undefined, input: Readonly<Record<string, unknown>>): string[] {
    const named = [nameField(r).name, r.title.name]
    if (![...named, r.def.tree ?? ''].some((name) => name in input)) return []
    const texts = [old ?? {}, input].flatMap((row: Readonly<Record<string, unknown>>) => named.map((name) => row[name]))
    return texts
      .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : [value]))
      .flatMap((text) => (text ? [String(text).toLowerCase()] : []))
  }

  /** Whether a cell contains one of these names, or an unknown name. */
  says(target: Resource, cell: string, names: ReadonlySet<string>): boolean {
    const parts = target.def.tree ? splitPath(cell) : [plain(cell)]
    return this.find(target, cell) === undefined || parts.some((t) => names.has(t.toLowerCase()))
  }

  /** Looks up texts in a field, first exactly, then case-insensitively. */
  async #lookUp(db: Db, target: Resource, f: CompiledField, texts: readonly string[]): Promise<void> {
    const { ids } = this.#of(target)
    const key = fieldSql(f, 't', this.#ctx.language, this.#ctx.mainLanguage)
    const find = async (left: Sql, textsByKey: ReadonlyMap<string, readonly string[]>, as: (key: string) => string) => {
      if (textsByKey.size === 0) return
      const rows = await db.rows<{
        id: number
        key: string
      }>(sql`select t.id, ${key} as key from ${id(target.table)} t
        where ${left} = any(${[...textsByKey.keys()]}) and ${scopeSql(this.#ctx, target)}`)
      for (const row of rows)
        for (const t of textsByKey.get(as(String(row.key))) ?? []) ids.set(t, ids.has(t) && ids.get(t) !== row.id ? several : row.id)
    }
    await find(
      sql`${key}::text`,
      groupBy(texts, (t) => String(f.kind.toDb(t, f.meta))),
      (k) => k,
    )
    await find(
      sql`lower(${key}::text)`,
      groupBy(
        texts.filter((t) => !ids.has(t)),
        (t) => t.toLowerCase(),
      ),
      (k) => k.toLowerCase(),
    )
  }

  /** The id for a cell text that was loaded: `several` when ambiguous, undefined when unknown. */
  find(target: Resource, cell: string): number | undefined {
    const relation = this.#known.get(target.name)
    if (this.#children?.knows(target)) return relation?.ids.get(joinPath(splitPath(cell)))
    if (!relation?.tree) {
      const name = plain(cell)
      return relation?.ids.get(name) ?? relation?.made.get(name.toLowerCase()) ?? this.#externalIds?.find(target, name)
    }
    const path = splitPath(cell)
    let at: number | undefined
    for (const [i, title] of path.entries()) {
      const next = relation.tree.children.get(`${at ?? ''}>${title.toLowerCase()}`)
      // A single title may stand for a deeper branch when no other has it.
      if (next === undefined) return path.length === 1 && i === 0 ? relation.tree.named.get(title.toLowerCase()) : undefined
      // Below an ambiguous name the result is ambiguous.
      if (next === several) return several
      at = next
    }
    return at
  }

  /** Caches the names of the rows that a row of `r` and its child rows reference. */
  remember(r: Resource, row: Row): void {
    for (const f of r.fields) {
      const value = row[f.name]
      if (value === null || value === undefined || f.meta.to === undefined) continue
      const target = this.#ctx.kernel.registry.resource(f.meta.to)
      if (f.meta.kind === 'rows') for (const child of value as Row[]) this.remember(target, child)
      else {
        const names = [row[getColumnName(f)]].flat()
        for (const [i, rowId] of [value].flat().entries()) if (names[i]) this.#of(target).names.set(rowId as number, String(names[i]))
      }
    }
  }

  /** The name of a row that was loaded, created or cached. */
  getName(target: Resource, rowId: number): string {
    const relation = this.#of(target)
    const path = relation.tree?.paths.get(rowId)
    if (path) return joinPath(path)
    return relation.names.get(rowId) ?? [...relation.ids].find(([, n]) => n === rowId)?.[0] ?? String(rowId)
  }

  /** Whether the actor may create rows of a target by naming them. Files for another shop bring these rows with their own keys. */
  mayCreate(target: Resource): boolean {
    return this.#children === undefined && hasPermission(this.#ctx.actor, verbPermission('create', target.name))
  }

  /** Creates the row that a cell names; in a tree with all missing ancestors. @throws AppError when it cannot be created */
  async grow(tx: Tx, target: Resource, cell: string): Promise<number> {
    const tree = this.#known.get(target.name)?.tree
    if (!tree) return this.#create(tx, target, plain(cell), {})
    let at: number | undefined
    for (const title of splitPath(cell)) {
      const key = `${at ?? ''}>${title.toLowerCase()}`
      const parent = at
      at =
        tree.children.get(key) ?? (await this.#create(tx, target, title, parent === undefined ? {} : { [target.def.tree ?? '']: parent }))
      if (!tree.children.has(key)) {
        tree.children.set(key, at)
        tree.paths.set(at, [...(parent === undefined ? [] : (tree.paths.get(parent) ?? [])), title])
        const made = at
        this.#added.push(() => {
          tree.children.delete(key)
          tree.paths.delete(made)
        })
      }
    }
    return at ?? several
  }

  async #create(tx: Tx, target: Resource, name: string, more: Record<string, unknown>): Promise<number> {
    const input: Record<string, unknown> = { ...more, [target.title.name]: name }
    const key = nameField(target)
    if (key !== target.title && findProblem(key.schema, name) === undefined) input[key.name] = name
    for (const [field, value] of Object.entries(await suggestKeys(tx, target, name))) input[field] ??= value
    const written = await this.#ctx.kernel.resources.createIn(tx, this.#ctx, target.name, input, {
      source: 'import',
      language: this.#ctx.language,
    })
    this.#grown.push({ resource: target.name, id: written.id })
    const relation = this.#of(target)
    if (!relation.tree) {
      relation.made.set(name.toLowerCase(), written.id)
      relation.names.set(written.id, name)
      this.#added.push(() => relation.made.delete(name.toLowerCase()))
    }
    return written.id
  }

  /** Rows that the current record has created. */
  grown(): readonly Grown[] {
    return [...this.#grown]
  }

  /** The current record is stored: keeps what it added. */
  keep(): void {
    this.#added = []
    this.#grown = []
  }

  /** The current record has failed: removes what it added. */
  undo(): void {
    for (const take of this.#added.reverse()) take()
    this.#added = []
    this.#grown = []
  }

  /** Names of rows by id, for exports. */
  async loadNames(db: Db, target: Resource, ids: readonly number[]): Promise<Map<number, string>> {
    if (target.def.tree) {
      await this.load(db, target, [])
      const paths = this.#known.get(target.name)?.tree?.paths
      return new Map(ids.map((n) => [n, joinPath(paths?.get(n) ?? [])]))
    }
    if (ids.length === 0) return new Map()
    if (this.#children?.knows(target)) return this.#children.loadNames(db, target, ids)
    const key = fieldSql(nameField(target), 't', this.#ctx.language, this.#ctx.mainLanguage)
    const rows = await db.rows<{ id: number; key: unknown }>(
      sql`select t.id, ${key} as key from ${id(target.table)} t where t.id = any(${[...new Set(ids)]}) and ${isVisibleSql(this.#ctx, target, sql`t.id`) ?? sql`true`}`,
    )
    return new Map(rows.map((row) => [row.id, listPart(String(row.key ?? ''))]))
  }

  #of(target: Resource): RelationCache {
    const relation = this.#known.get(target.name) ?? { ids: new Map(), lookedUp: new Set(), made: new Map(), names: new Map() }
    this.#known.set(target.name, relation)
    return relation
  }
}
