import { type Ctx, AppError, type Row, sql, message, type Tx } from 'stoa'
import { toAppError, type Change, INTERNAL, type Resource, UNAVAILABLE } from 'stoa/engine'
import type { LayoutScope } from '../mapping/columns.ts'
import type { ImportRow } from '../api-types.ts'
import { Batch, Spoilt } from './batch.ts'
import { isUnchanged } from './diff.ts'
import { build, type Built, getProblems } from './input.ts'
import { getFinders, recordKey, rowsByExternal, rowsByKey, rowsFoundBy, findRows } from './lookup.ts'
import { loadNamedRows, type NamedRow, namedRows } from './named-rows.ts'
import type { Watched } from './counting-transaction.ts'
import { type Draft, explainCycle, OWN_KEYS, type Problem, type RecordDraft } from './records.ts'
import { type Grown, Relations } from './relations.ts'

/** The result of a record. */
export interface Result {
  action: ImportRow['action']
  id?: number
  changes: readonly Change[]
  problems: readonly Problem[]
  warnings?: readonly Problem[]
}

/** A written row: its previous state (null when created), and the changed fields (null: all). */
export interface Entry {
  resource: string
  id: number
  before: Row | null
  fields: readonly string[] | null
}

class Refused extends Error {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super('refused')
    this.problems = problems
  }
}

/** A row as it was when the transaction began, and as it is now. */
interface TrackedRow {
  first: Row | undefined
  old: Row | undefined
}

/** Writes records in chunks of one transaction: rows and relations are looked up for the whole chunk. */
export class Chunk {
  readonly #ctx: Ctx
  readonly #r: Resource
  readonly #relations: Relations
  /** Keys of earlier records and their lines. */
  readonly #seen = new Map<string, number>()
  #old = new Map<string, Row[]>()
  #written: Entry[] = []
  /** Rows written in batches; undefined when each record has a savepoint. */
  #batch: Batch | undefined
  /** Source name of the external ids. */
  readonly #source: string | undefined
  #external = new Map<string, Row>()
  /** Number of writes in the transaction when the rows were looked up. */
  #marks = 0
  /** Whether records of the transaction reference rows of their own resource. */
  #isNamed = false
  /** Names that rows of this resource gained or lost since the last lookup. */
  readonly #renamed = new Set<string>()
  #files: ReadonlySet<string> = new Set()
  #isRehearsal = false
  #met: { external_id: string; row_id: number }[] = []

  /** `source`: of the external ids of records; `relationSource`: of those in cells that name other rows. */
  constructor(ctx: Ctx, r: Resource, o: { source?: string | undefined; relationSource?: string | undefined; scope?: LayoutScope } = {}) {
    this.#ctx = ctx
    this.#r = r
    this.#source = o.source
    this.#relations = new Relations(ctx, o.scope, o.relationSource)
  }

  /** Looks up what the records of a transaction need. `careful` uses a savepoint for each; `files` are existing upload paths. */
  async begin(
    tx: Watched,
    list: readonly RecordDraft[],
    { careful, files, isRehearsal }: { careful: boolean; files: ReadonlySet<string>; isRehearsal: boolean },
  ): Promise<void> {
    this.#files = files
    this.#isRehearsal = isRehearsal
    this.#batch = careful ? undefined : new Batch(this.#ctx, tx, { isRehearsal })
    this.#written = []
    this.#relations.forget()
    this.#renamed.clear()
    this.#isNamed = (await loadNamedRows(tx, this.#ctx, this.#relations, list)).has(this.#r)
    this.#old = await rowsByKey(tx, this.#ctx, this.#relations, this.#r, list)
    this.#met = []
    this.#external = this.#source === undefined ? new Map() : await rowsByExternal(tx, this.#ctx, this.#r, this.#source, list)
    this.#marks = tx.marks()
  }

  /** Waits until no statement of the current transaction is running. */
  async still(): Promise<void> {
    await this.#batch?.still()
  }

  /** Writes pending rows, and calls the `afterImport` hooks for rows that have not had them yet. */
  async end(tx: Tx): Promise<void> {
    const batch = this.#batch
    await batch?.flush()
    const written = this.#isRehearsal ? [] : this.#written.filter(({ resource }) => resource === this.#r.name)
    const ids = written.map(({ id }) => id).filter((id) => !batch?.isSettled(id))
    for (let i = 0; i < ids.length; i += portion)
      for (const hooks of this.#r.hooks) await hooks.afterImport?.({ ctx: this.#ctx, tx, ids: ids.slice(i, i + portion) })
    await this.#remember(tx)
  }

  /** Stores external ids for the next import. */
  async #remember(tx: Tx): Promise<void> {
    if (this.#met.length === 0) return
    await tx.run(sql`insert into external_ref (source, resource, external_id, row_id)
      select ${this.#source}, ${this.#r.name}, m.external_id, m.row_id
      from jsonb_to_recordset(${JSON.stringify(this.#met)}::jsonb) as m(external_id text, row_id bigint)
      on conflict (source, resource, external_id) do update set row_id = excluded.row_id, updated_at = now()`)
  }

  /** What the current transaction has written so far, in order. */
  get written(): readonly Entry[] {
    return this.#written
  }

  /** The name of a related row. */
  getName(to: string, id: number): string {
    return this.#relations.getName(this.#ctx.kernel.registry.resource(to), id)
  }

  /** Looks up rows of this resource again that were created or renamed earlier in the file, once a record names one. */
  async #lookUp(tx: Tx, draft: RecordDraft): Promise<void> {
    if (this.#renamed.size === 0) return
    const renamed = [...namedRows(this.#ctx.kernel, draft)].some(
      ({ target, part }) => target === this.#r && this.#relations.says(target, part, this.#renamed),
    )
    if (!renamed) return
    await this.#relations.again(this.#batch?.tx ?? tx, this.#r, this.#renamed)
    this.#renamed.clear()
  }

  /** Reads a row again when hooks of other rows may have changed it since the lookup. */
  async #asItIs(tx: Watched, first: Row): Promise<Row | undefined> {
    const batch = this.#batch
    if (batch ? batch.knows(first) : tx.marks() === this.#marks) return first
    const [row] = await findRows(batch?.tx ?? tx, this.#ctx, this.#r, [first.id])
    return row
  }

  /** Stores one record, or reports why it is rejected. @throws Spoilt */
  async write(tx: Watched, draft: RecordDraft): Promise<Result> {
    await this.#lookUp(tx, draft)
    const finders = getFinders(this.#ctx, draft)
    const key = finders.length > 0 ? JSON.stringify(finders[0]) : this.#keyOf(draft)
    const externalRow = this.#external.get(draft.external)
    if (finders.length > 0 && !externalRow) this.#old.set(key, await rowsFoundBy(this.#batch?.tx ?? tx, this.#ctx, this.#r, finders))
    const problems = [...draft.problems, ...this.#keyProblems(draft, key, finders.length > 0)]
    if (problems.length > 0) return failure(problems)
    const first = externalRow ?? this.#old.get(key)?.[0]
    const old = first && (await this.#asItIs(tx, first))
    const missing = [...this.#missing(draft)]
    let built: Built | undefined
    if (missing.length === 0) {
      built = await build({ ctx: this.#ctx, relations: this.#relations }, draft, old)
      if (built.problems.length > 0) return failure(explainCycle(draft, built.problems))
      if (old && (await isUnchanged(this.#ctx, this.#r, built.input, old, this.#ctx.language))) {
        this.#meet(draft, old.id)
        return { action: 'unchanged', id: old.id, changes: [], problems: [], warnings: built.warnings }
      }
    }
    const batch = this.#batch
    const marks = () => batch?.marks() ?? 0
    const before = marks()
    try {
      const store = async () => {
        if (!built) {
          await this.#grow(batch?.tx ?? tx, missing)
          built = await build({ ctx: this.#ctx, relations: this.#relations }, draft, old)
          if (built.problems.length > 0) throw new Refused(explainCycle(draft, built.problems))
        }
        return this.#store(tx, draft, built, { first, old })
      }
      const result = await (batch ? store() : tx.savepoint(store))
      this.#relations.keep()
      return result
    } catch (error) {
      this.#relations.undo()
      if (error instanceof Spoilt) throw error
      const problems = this.#problems(draft, built, error)
      if (marks() > before && problems.length > 0) throw new Spoilt()
      return failure(problems)
    }
  }

  #note(grown: readonly Grown[], { action, id, changes }: Result, old: Row | undefined): void {
    this.#written.push(...grown.map((row) => ({ ...row, before: null, fields: null })))
    if (id === undefined || (action !== 'create' && action !== 'change')) return
    const fields = old ? [...new Set(changes.map((c) => /^\w+/.exec(c.field)?.[0] ?? c.field))] : null
    this.#written.push({ resource: this.#r.name, id, before: old ?? null, fields })
  }

  #meet({ external }: RecordDraft, row: number | undefined): void {
    if (external === '' || row === undefined) return
    this.#relations.addExternalId(this.#r, external, row)
    if (this.#external.get(external)?.id !== row) this.#met.push({ external_id: external, row_id: row })
  }

  #keyProblems(draft: RecordDraft, key: string, isFound: boolean): Problem[] {
    const cell = [...draft.cells].find(([c]) => c.field === draft.level.key[0])?.[1]
    const at = cell ? { cell } : { path: draft.level.key[0]?.name ?? '' }
    // A missing key is usually caused by a problem with the lines.
    if (draft.key === '' && !isFound)
      return draft.problems.length > 0 ? [] : [{ line: draft.line, ...at, why: message('core:rule.required') }]
    const before = this.#seen.get(key)
    // The same line again is a repeated attempt of its transaction.
    if (before !== undefined && before !== draft.line)
      return [{ line: draft.line, ...at, why: message('sheets:error.repeated', { line: before }) }]
    this.#seen.set(key, draft.line)
    if ((this.#old.get(key)?.length ?? 0) > 1)
      return [{ line: draft.line, ...at, why: message('sheets:error.several', { text: draft.key }) }]
    return []
  }

  /** A record with an external id is not matched by title, because another row of ours may have the same title. */
  #keyOf(draft: RecordDraft): string {
    const { external, level } = draft
    const isKnownById = level.isKeyTitle && external !== '' && this.#source !== undefined && this.#source !== OWN_KEYS
    return isKnownById ? `${this.#source} ${external}` : recordKey(this.#ctx, this.#relations, draft)
  }

  *#missing(draft: RecordDraft): Generator<NamedRow> {
    for (const named of namedRows(this.#ctx.kernel, draft)) {
      if (this.#relations.find(named.target, named.part) === undefined && this.#grows(draft, named)) yield named
    }
  }

  #grows(draft: Draft, { cell, target }: NamedRow): boolean {
    const ownCell = [...draft.cells].find(([, c]) => c === cell)
    if (ownCell) return ownCell[0].field?.meta.creatable === true && this.#relations.mayCreate(target)
    return [...draft.children.values()].flat().some((child) => this.#grows(child, { cell, target, part: '' }))
  }

  async #grow(tx: Tx, missing: readonly NamedRow[]): Promise<void> {
    for (const { target, part, cell } of missing) {
      try {
        if (this.#relations.find(target, part) === undefined) await this.#relations.grow(tx, target, part)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const whys = Array.isArray(error.messages) ? error.messages : Object.values(error.messages).flat()
        throw new Refused(whys.map((reason) => ({ line: cell.line, cell, why: reason })))
      }
    }
  }

  /** The result of a batched row is complete when the transaction ends. */
  async #store(tx: Tx, draft: RecordDraft, built: Built, { first, old }: TrackedRow): Promise<Result> {
    const { resources } = this.#ctx.kernel
    const options = { source: 'import', typed: true, language: this.#ctx.language, files: this.#files } as const
    const result: Result = { action: old ? 'change' : 'create', changes: [], problems: [], warnings: built.warnings }
    const grown = this.#relations.grown()
    const done = ({ id, changes }: { id: number; changes: readonly Change[] }) => {
      Object.assign(result, { id, changes })
      if (old && changes.length === 0) result.action = 'unchanged'
      this.#note(grown, result, old && first)
      this.#meet(draft, id)
    }
    if (old) this.#relations.remember(this.#r, old)
    if (this.#isNamed) for (const text of this.#relations.renamed(this.#r, old, built.input)) this.#renamed.add(text)
    const batch = this.#batch
    if (batch?.takes(this.#r)) await batch.add(this.#r, old, built.input, options, done)
    else {
      const at = batch?.tx ?? tx
      done(
        old
          ? await resources.updateIn(at, this.#ctx, this.#r.name, old.id, built.input, options)
          : await resources.createIn(at, this.#ctx, this.#r.name, built.input, options),
      )
    }
    return result
  }

  #problems(draft: RecordDraft, built: Built | undefined, error: unknown): readonly Problem[] {
    if (error instanceof Refused) return error.problems
    const failed = toAppError(error)
    // Not caused by this record: the import ends, or the transaction is retried.
    if (failed.kind === INTERNAL || failed.kind === UNAVAILABLE) throw error
    return built ? getProblems(built, draft, failed, this.#ctx.language) : [{ line: draft.line, why: message('core:rule.check_input') }]
  }
}

/** Number of rows passed to an `afterImport` hook at once. */
const portion = 500

const failure = (problems: readonly Problem[]): Result => ({ action: 'error', changes: [], problems })
