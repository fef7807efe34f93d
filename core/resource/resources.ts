import type { Ctx } from '../context.ts'
import { id as name, join, sql, type Sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { AppError, ignoreNotFound, validationError, NOT_FOUND, message } from '../http/errors.ts'
import type { Registry } from '../plugin/registry.ts'
import type { Fields, FieldsInput, FieldsRow, StoredFieldsRow } from '../fields/types.ts'
import type { Candidate, Locale, Page, Row } from '../api-types.ts'
import { isListed, type Resource } from './compile.ts'
import { type Declared, type Handle, type TransitionHandle, type ResourceRef, getResourceName } from './define.ts'
import { copyRow } from './copy.ts'
import { setExt } from './ext.ts'
import { listFilePaths } from './file-paths.ts'
import type { Values } from './parse-input.ts'
import {
  runOperation as moveRow,
  transitionLocked,
  transitionThrough,
  runTransitionHooks,
  statusStepsSql,
  toStatusSteps,
} from './transition.ts'
import type { LockedStatus, CompletedTransition, TransitionInput, StatusWrite } from './transition.ts'
import { afterSql, type ListPlan, type ListQuery, planList, writeCursor } from './query.ts'
import { columnsSql, selection, titleSql, toApiRow } from './read.ts'
import { notDeletedSql, isVisibleSql, scopeSql } from './scope.ts'
import { getPublicRow, listPublicRows } from './public-rows.ts'
import { removeRow } from './delete-row.ts'
import { findSurvivorId } from './merged-id.ts'
import { type Env, lock } from './lock.ts'
import type { WriteOptions } from './prepare-write.ts'
import { createRow, updateRow, type Written } from './save-row.ts'

/** Fields that every list returns. */
const always = new Set(['status'])

type Options = Partial<WriteOptions>
/** Input of a write: typed when the resource is given by declaration. */
type InputFor<F extends Fields> = Fields extends F ? Values : FieldsInput<F> & { version?: number }
/** A row in one language. */
type RowFor<F extends Fields> = Fields extends F ? Row : FieldsRow<F>
/** A row in all languages. */
type StoredFor<F extends Fields> = Fields extends F ? Row : StoredFieldsRow<F>

declare module '../context.ts' {
  interface Kernel {
    readonly resources: Resources
  }
}

/**
 * All operations on declared resources, for routes, commands and jobs. The caller checks permissions (route guard or command). This
 * class applies row scope, validation, hooks, audit and outbox. Methods ending in `In` run inside an open transaction.
 */
export class Resources {
  readonly #registry: Registry
  constructor(registry: Registry) {
    this.#registry = registry
  }

  #of(resource: ResourceRef): Resource {
    return this.#registry.resource(getResourceName(resource))
  }

  /** One page. With `fields=*` full rows, otherwise the list's columns. */
  async list<F extends Fields>(ctx: Ctx, resource: Handle<F>, query: ListQuery): Promise<Page<RowFor<F>>> {
    const r = this.#of(resource)
    const plan = planList(ctx, r, query)
    const only = query.fields === '*' ? undefined : getColumns(r, query.fields)
    const [rows, counted] = await Promise.all([this.#page(ctx, r, plan, only), this.#total(ctx, r, plan)])
    const data = rows.map(({ sort_key: _, ...raw }) => toApiRow(this.#registry, r, raw)) as RowFor<F>[]
    const last = rows.at(-1)
    const { page, limit, after } = plan
    const full = rows.length === limit && last !== undefined
    // The cached count is corrected by the page: a last page gives the exact total, other pages a minimum.
    const rowsSoFar = (page - 1) * limit + rows.length
    const total = after || (!last && page > 1) ? counted : full ? Math.max(counted, rowsSoFar) : rowsSoFar
    return { data, total, page, limit, ...(full ? { next: writeCursor(last.sort_key ?? null, Number(last.id)) } : {}) }
  }

  async #page(ctx: Ctx, r: Resource, plan: ListPlan, only: ReadonlySet<string> | undefined): Promise<Record<string, unknown>[]> {
    const skip = plan.after ? 0 : (plan.page - 1) * plan.limit
    const key = plan.sort ? sql`, ${plan.sortKey}::text as sort_key` : sql``
    const baseColumns = selection(this.#registry, r, 't', { ctx, language: ctx.language, ...(only ? { only } : {}) })
    const pendingRows = ctx.kernel.db.rows<Record<string, unknown>>(sql`
      select ${join([baseColumns, ...(only ? columnsSql(r, ctx, only) : [])], ', ')}${key}
      from (select * from ${name(r.table)} t where ${plan.where} and ${afterSql(ctx, plan)}
        order by ${plan.order} limit ${plan.limit} offset ${skip}) t
      order by ${plan.order}`)
    return pendingRows.catch((error: { code?: string }) => {
      throw plan.after && error.code?.startsWith('22') ? validationError({ after: message('core:rule.check_input') }) : error
    })
  }

  /** The number of matches, queried separately and cached until a row of the resource changes. */
  #total(ctx: Ctx, r: Resource, plan: ListPlan): Promise<number> {
    const query = sql`select count(*) as n from ${name(r.table)} t where ${plan.where}`
    return ctx.kernel.cache.get(
      `count ${query.text} ${JSON.stringify(query.values)}`,
      [r.name],
      30_000,
      async () => (await ctx.kernel.db.one<{ n: number }>(query))?.n ?? 0,
    )
  }

  /** One row; `*` returns per-language fields as maps. @throws AppError NOT_FOUND */
  async get<F extends Fields>(ctx: Ctx, resource: Handle<F>, rowId: number, language: Locale | '*' = ctx.language): Promise<RowFor<F>> {
    const r = this.#of(resource)
    return (await this.#row(ctx, r, rowId, { language, where: scopeSql(ctx, r) })) as RowFor<F>
  }

  /** Like `get`; for a merged row returns the surviving one. @throws AppError NOT_FOUND */
  async getSurvivor<F extends Fields>(ctx: Ctx, resource: Handle<F>, rowId: number, language?: Locale | '*'): Promise<RowFor<F>> {
    const row = await ignoreNotFound(this.get(ctx, resource, rowId, language))
    if (row) return row
    const survivor = await findSurvivorId(ctx, this.#of(resource), rowId)
    if (survivor === rowId) throw new AppError(NOT_FOUND)
    return this.get(ctx, resource, survivor, language)
  }

  async #row(ctx: Ctx, r: Resource, rowId: number, { language, where }: { language: Locale | '*'; where: Sql }): Promise<Row> {
    const raw = await ctx.kernel.db.one<Record<string, unknown>>(sql`
      select ${selection(this.#registry, r, 't', { ctx, language })} from ${name(r.table)} t where t.id = ${rowId} and ${where}`)
    if (!raw) throw new AppError(NOT_FOUND)
    return toApiRow(this.#registry, r, raw)
  }

  /** The row just written, also when the write removed it from the actor's scope. */
  async #written<F extends Fields>(ctx: Ctx, resource: Handle<F>, rowId: number): Promise<RowFor<F>> {
    const r = this.#of(resource)
    return (await this.#row(ctx, r, rowId, { language: ctx.language, where: notDeletedSql(r, 't') })) as RowFor<F>
  }

  /** The row with this value in its match field, or undefined. */
  async findBy<F extends Fields>(ctx: Ctx, resource: Handle<F>, field: keyof F & string, value: unknown) {
    const r = this.#of(resource)
    const column = r.byName.get(field)?.column
    if (!column) throw new Error(`"${field}" is no column of ${r.name}`)
    return ctx.kernel.db.one<{ id: number }>(
      sql`select t.id from ${name(r.table)} t where t.${name(column)} = ${value} and ${notDeletedSql(r, 't')} and ${isVisibleSql(ctx, r, sql`t.id`) ?? sql`true`}`,
    )
  }

  /** Candidates of a relation field. */
  async options(ctx: Ctx, resource: string, q: string, ids: readonly number[]): Promise<Candidate[]> {
    const r = this.#registry.resource(resource)
    const title = titleSql(r, 't', ctx.language, ctx.mainLanguage)
    const enabled = r.def.enabledBy ? sql`, t.${name(r.def.enabledBy)} as enabled` : sql``
    const rows = await ctx.kernel.db.rows<{ id: number; title: string; enabled?: boolean }>(
      ids.length > 0
        ? sql`select t.id, ${title} as title${enabled} from ${name(r.table)} t where t.id = any(${[...ids]}) and ${scopeSql(ctx, r)}`
        : sql`select t.id, ${title} as title${enabled} from ${name(r.table)} t where ${planList(ctx, r, q ? { q } : {}).where}
          order by ${title}, t.id limit 50`,
    )
    return rows.map(({ id, title, ...row }) => ({ value: id, label: title ?? String(id), ...row }))
  }

  async create<F extends Fields>(ctx: Ctx, resource: Handle<F>, input: InputFor<F>, o: Options = {}): Promise<RowFor<F>> {
    const written = await ctx.kernel.transaction((tx) => this.createIn(tx, ctx, resource, input, o))
    return this.#written(ctx, resource, written.id)
  }

  async update<F extends Fields>(ctx: Ctx, resource: Handle<F>, rowId: number, input: InputFor<F>, o: Options = {}): Promise<RowFor<F>> {
    await ctx.kernel.transaction((tx) => this.updateIn(tx, ctx, resource, rowId, input, o))
    return this.#written(ctx, resource, rowId)
  }

  async remove(ctx: Ctx, resource: ResourceRef, rowId: number): Promise<void> {
    await ctx.kernel.transaction((tx) => this.removeIn(tx, ctx, resource, rowId))
  }

  createIn<F extends Fields>(tx: Tx, ctx: Ctx, resource: Handle<F>, input: InputFor<F>, o: Options = {}): Promise<Written> {
    return createRow(this.env(tx, ctx), this.#of(resource), input, { language: ctx.language, ...o })
  }

  updateIn<F extends Fields>(tx: Tx, ctx: Ctx, resource: Handle<F>, rowId: number, input: InputFor<F>, o: Options = {}): Promise<Written> {
    return updateRow(this.env(tx, ctx), this.#of(resource), rowId, input, { language: ctx.language, ...o })
  }

  removeIn(tx: Tx, ctx: Ctx, resource: ResourceRef, rowId: number): Promise<void> {
    return removeRow(this.env(tx, ctx), this.#of(resource), rowId)
  }

  /** Locks one row for a change by other code. */
  async lockIn<F extends Fields>(tx: Tx, ctx: Ctx, resource: Handle<F>, rowId: number): Promise<StoredFor<F>> {
    return (await lock(this.env(tx, ctx), this.#of(resource), rowId)) as StoredFor<F>
  }

  /** Sets contributed fields of a row; see `setExt`. */
  setExt(tx: Tx, resource: ResourceRef, rowId: number, values: Values): Promise<void> {
    return setExt(tx, this.#registry, getResourceName(resource), rowId, values)
  }

  /** Runs a transition or action on a row. @throws AppError WRONG_STATE when the row's status does not allow it. */
  async transitionIn<F extends Fields, M extends string>(
    tx: Tx,
    ctx: Ctx,
    resource: TransitionHandle<F, M>,
    rowId: number,
    action: NoInfer<M>,
    input: Values = {},
  ): Promise<StoredFor<F>> {
    return (await moveRow(this.env(tx, ctx), this.#of(resource), rowId, action, input)) as StoredFor<F>
  }

  /**
   * Runs consecutive transitions of a row, written by one statement; see `transitionThrough`. An empty list does nothing.
   * @throws AppError WRONG_STATE when the row's status does not allow the first, or one does not lead to the next
   */
  async transitionThroughIn<F extends Fields, M extends string>(
    tx: Tx,
    ctx: Ctx,
    resource: TransitionHandle<F, M>,
    rowId: number,
    actions: readonly NoInfer<M>[],
  ): Promise<void> {
    await transitionThrough(this.env(tx, ctx), this.#of(resource), rowId, actions)
  }

  /** Like `transitionIn`, for a locked row; see `transitionLocked`. @throws AppError WRONG_STATE when its status does not allow it */
  transitionLockedIn<F extends Fields, M extends string>(
    tx: Tx,
    ctx: Ctx,
    resource: TransitionHandle<F, M>,
    locked: LockedStatus,
    input: TransitionInput & { action: NoInfer<M> },
    write: StatusWrite,
  ): Promise<void> {
    return transitionLocked(this.env(tx, ctx), this.#of(resource), locked, input, write)
  }

  /**
   * Parts `history` and `audited` of a statement that creates a row in a later status: they record each transition that led there,
   * if `changed` contains the row. The caller performs the effects of these transitions, and calls `runTransitionHooks` afterwards.
   */
  statusStepsSql(resource: ResourceRef, rowId: number, made: readonly CompletedTransition[], changed: Sql): Sql {
    const r = this.#of(resource)
    return statusStepsSql(r, rowId, toStatusSteps(r, made), changed)
  }

  /** Runs the hooks of extensions for these transitions after the row is written. @throws what hooks throw */
  runTransitionHooks(tx: Tx, ctx: Ctx, resource: ResourceRef, rowId: number, made: readonly CompletedTransition[]): Promise<void> {
    return runTransitionHooks(this.env(tx, ctx), this.#of(resource), rowId, made)
  }

  async transition<F extends Fields, M extends string>(
    ctx: Ctx,
    resource: Declared<F, M> | string,
    rowId: number,
    action: NoInfer<M>,
    input: Values = {},
  ): Promise<RowFor<F>> {
    await ctx.kernel.transaction((tx) => this.transitionIn(tx, ctx, resource, rowId, action, input))
    return this.#written(ctx, resource, rowId)
  }

  /** Copies a row with its child rows: unique texts get a suffix, visibility flags are off. */
  async clone<F extends Fields>(ctx: Ctx, resource: Handle<F>, rowId: number): Promise<RowFor<F>> {
    const r = this.#of(resource)
    const written = await ctx.kernel.transaction(async (tx) => {
      const row = await lock(this.env(tx, ctx), r, rowId)
      const copy = copyRow(this.#registry, r, row, String(Date.now()).slice(-4))
      const files = new Set([...listFilePaths(this.#registry, r, row, ctx.mainLanguage)].map(({ path }) => path))
      return createRow(
        this.env(tx, ctx),
        r,
        { ...copy, ...r.def.copy?.(row, copy) },
        { language: ctx.mainLanguage, source: 'clone', files },
      )
    })
    return this.#written(ctx, resource, written.id)
  }

  /** All public rows of a resource: public fields without long texts, cached until a row changes. */
  listPublic(ctx: Ctx, resource: string): Promise<Row[]> {
    return listPublicRows(this.#registry, ctx, this.#of(resource))
  }

  /** One public row by its key. @throws AppError NOT_FOUND */
  getPublic(ctx: Ctx, resource: string, key: string): Promise<Row> {
    return getPublicRow(this.#registry, ctx, this.#of(resource), key)
  }

  env(tx: Tx, ctx: Ctx): Env {
    return { ctx, tx, registry: this.#registry }
  }
}

function getColumns(r: Resource, requested: string | string[] | undefined): ReadonlySet<string> {
  const more = (typeof requested === 'string' ? requested.split(',') : requested) ?? []
  return new Set([
    ...r.fields.filter((f) => isListed(f) || f.name === r.title.name || always.has(f.name)).map((f) => f.name),
    ...[...r.columns.values()].filter((c) => isListed(c) || c.title).map((c) => c.name),
    ...more,
  ])
}
