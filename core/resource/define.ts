import type { TObject } from '@sinclair/typebox'
import type { Ctx } from '../context.ts'
import type { Sql } from '../db/sql.ts'
import type { Events } from '../events/events.ts'
import type { InternalColumns } from '../fields/internal.ts'
import type { DraftOf, Field, Fields, RowOf, StoredOf } from '../fields/types.ts'
import type { Message } from '../http/errors.ts'
import type { Row, Verb } from '../api-types.ts'
import type { TransitionContext, Hooks } from './hooks.ts'
import type { TransferDef } from './transfer-def.ts'

type InputFields<I> = I extends Fields ? I : Record<never, never>

/** What moves and actions share. */
interface OperationOptions<I> {
  intent?: 'primary' | 'success' | 'warning' | 'danger'
  /** Ask before doing it; the text is `<plugin>:<resource>.<name>_confirm`. */
  confirm?: boolean
  /** Permission; `<name> <resource>` when absent. */
  needs?: string
  /** Asked in a dialog. */
  input?: I
  /** Offered to people; false for what only code and screens of its own do. */
  manual?: boolean
}

/** Values of columns, as parts of a statement. */
export type ColumnValues = Readonly<Record<string, Sql>>

/** A permitted change of the status word. */
export interface Transition<F extends Fields = Fields, I = Fields> extends OperationOptions<I> {
  from: readonly string[]
  to: string
  /** Throws when the move must not happen now. */
  guard?(moving: TransitionContext<F, InputFields<I>>): void | Promise<void>
  /** Columns of the row that are written together with the status; `t` is the row's table. Of moves made as one, the last that names a column counts. */
  set?(moving: TransitionContext<F, InputFields<I>>): ColumnValues
  /** What else changes with it, in the same transaction. */
  effect?(moving: TransitionContext<F, InputFields<I>>): void | Promise<void>
}

export interface States<F extends Fields = Fields, M = Record<string, Fields>> {
  field: string
  initial: string
  transitions: { [K in keyof M]: Transition<F, M[K]> }
}

/** A named verb on one row, beside the derived ones. */
export interface Action<F extends Fields = Fields, I = Fields> extends OperationOptions<I> {
  batch?: boolean
  /** Words of the field `status` at which it is offered; what it does at others is its own affair. */
  from?: readonly string[]
  run(moving: TransitionContext<F, InputFields<I>>): void | Promise<void>
}

/** Derived public reading: `GET /api{path}` and `POST /api{path} {url, language}`. */
export interface StoreView<F extends Fields = Fields> {
  path: string
  by: keyof F & string
  show: readonly (keyof F & string)[]
  /** Further condition on the row, for example that it is enabled. `t` is the row's table. */
  where?: Sql
}

/** Where the public sees rows of a resource: one row with all of it, or one of many. */
export type ViewPlace = 'page' | 'card'

/** Shapes of what a plugin answers the public about its resource by statements of its own. Fields that extensions show join them. */
export interface PublicView {
  page: TObject
  card?: TObject
}

/** How a resource appears in sheets, where its fields alone do not say it. */
export interface SheetDef {
  /** Fields that together tell a row from its siblings; `match` when absent. */
  key?: readonly string[]
  /** Columns beside those of fields. A field they stand for is declared with `sheet: false`, and named by `of` by those it is refused at. `json`: its cells are JSON, which JSON files may write as it is. */
  columns?: readonly { name: string; label?: string; required?: boolean; of?: string; json?: boolean }[]
  /** Texts of those columns for a row, whose per-language fields are maps. */
  write?(row: Row, ctx: Ctx): Record<string, unknown>
  /**
   * Puts what such columns hold into the input of a row. Only cells that are not blank are given, an emptied
   * one as ''. `old` is the row so far, undefined for a new one.
   */
  read?(cells: Record<string, string>, input: Record<string, unknown>, ctx: Ctx, old?: Row): void
  /**
   * What a row is found by whose key is blank in the sheet: columns of the table, all of which must fit, the best first. None: such a
   * line is refused. `cells` are those that are not blank, by field.
   */
  findBy?(cells: Readonly<Record<string, string>>, ctx: Ctx): readonly Readonly<Record<string, string | null>>[]
  /** What is allowed and yet unlikely to be meant, in a row as it would be after the import. Values of the sheet are texts. */
  warn?(row: Record<string, unknown>): readonly SheetWarning[]
}

/** A warning of an import, told at the cell of the first of `fields` that the sheet has; without any it is not told. */
export interface SheetWarning {
  fields: readonly string[]
  why: Message
}

/** Which rows an actor may see and change; `t` is the row's table. Null: all. */
export interface Scope {
  (ctx: Ctx): Sql | null
  /** The field it looks at. */
  readonly column?: string
  /** Permission of those who see all rows. */
  readonly all?: string
  /** The rows are notes about rows of others; nothing is noted about them. */
  readonly notes?: boolean
}

/** A column of the list that no field holds. It is worked out with the page, in the one statement that reads it. */
export interface ListColumn<F extends Fields = Fields> {
  /** How it is drawn; `list` gives its place, without it people may ask for the column. */
  field: Field
  /** Its value as the kind of the field stores it; `t` is the row's table. */
  read(ctx: Ctx): Sql
  /** Names a row in the list, instead of the field that does so elsewhere. */
  title?: true
  /** The field the list is sorted by where people sort by this column. */
  sortBy?: keyof F & string
}

/** Everything a resource declares; see docs/guide/plugin-author.md. */
export interface ResourceDef<F extends Fields = Fields, M = Record<string, Fields>, A = Record<string, Fields>> {
  /** Table, route and permission word, singular snake_case. */
  name: string
  fields: F
  /** Table, when the name is a reserved word. */
  table?: string
  /** Field that names a row to people. */
  label?: keyof F & string
  /** Default order of lists: a sortable field, `-` in front for descending. */
  sortBy?: string
  /** Path of its admin screens below /admin, when it is not the name. */
  path?: string
  /** What can be done from outside; all but `clone` when absent. An empty list: only through its parent. */
  verbs?: readonly Verb[]
  /** Natural key that sheets and relation cells find rows by. */
  match?: keyof F & string
  /** Deleted rows stay, with `deleted_at`. */
  softDelete?: boolean
  /** Rows carry `version`; a stale update is refused with the current row. */
  locked?: boolean
  /** Keep a diff of every write; on unless switched off. */
  audit?: boolean
  /** Verbs for which staff must have typed their password a moment ago. */
  fresh?: readonly Verb[]
  /** It is kept in the audit log who of staff opened a row; lists then show their own columns only. Who takes rows away always is. */
  auditReads?: true
  /** Flag set to false instead of deleting a child row that exists. */
  hide?: keyof F & string
  /** Column of the row a row was merged into: reading a merged row answers the one that stands for it, so that old links resolve. */
  mergedInto?: string
  /** Flag of rows that are in use: candidates of relation fields tell it, so that pickers mark rows that are not. */
  enabledBy?: keyof F & string
  /** Field pointing at the parent in a tree of itself: brings `flat` and `sort`, and no row can stand in itself. */
  tree?: keyof F & string
  /** The list shows when a row was created. */
  listCreated?: boolean
  /** False: the list shows neither ids nor when rows were made and changed, unless somebody asks for them. */
  listStamps?: false
  /** Columns of the list beside those of fields. */
  columns?: Record<string, ListColumn<NoInfer<F>>>
  /** Field that has a value in rows that are history: nothing can be done with them, so neither transitions nor actions are offered. */
  history?: keyof F & string
  /** False: the form goes back one page after an update too, not only after create and delete. */
  stay?: boolean
  /** Pages of the form by the groups on them; their labels are those of groups. A group of no page stands on the first. */
  tabs?: Record<string, readonly string[]>
  /** Rows an actor may see and change, by himself or as what others point at. */
  scope?: Scope
  /** Rows there are for people; `t` is the row's table. Others exist for the product alone, and only relations name them. */
  where?: Sql
  states?: States<NoInfer<F>, M>
  actions?: { [K in keyof A]: Action<NoInfer<F>, A[K]> }
  hooks?: Hooks<NoInfer<F>>
  sheet?: SheetDef
  /** How rows move to another shop; false for what does not. Absent: all rows, of resources that people can create or import. */
  transfer?: TransferDef | false
  store?: StoreView<NoInfer<F>>
  /** In place of `store`, where the plugin's own statements read what the public sees: what they answer. They show what `shownFields` adds. */
  publicView?: PublicView
  /** For a POST to the resource that asks instead of creating: the answer, or undefined when it is a creation. */
  ask?(ctx: Ctx, body: Record<string, unknown>): Promise<unknown> | undefined
  /** What a copy gets instead of `copied`, the original's values with those that guests brought. */
  copy?(row: StoredOf<NoInfer<F>>, copied: DraftOf<NoInfer<F>>): Record<string, unknown>
}

/** What a record declares beside what every resource does. */
interface RecordParts<C extends InternalColumns> {
  /** Events that tell of its rows, by name: what plugins listen to instead of hooking into writes. */
  events: readonly (keyof Events & string)[]
  /** Columns beside those of fields. */
  internal?: C
}

/** A declared resource. `Row` and `Moves` exist for their types only: `type Page = typeof page.Row`. */
export interface Declared<F extends Fields = Fields, M extends string = string>
  extends Omit<ResourceDef<F>, 'states' | 'actions'>, Partial<RecordParts<InternalColumns>> {
  states?: States<F>
  actions?: Record<string, Action<F>>
  Row: RowOf<F>
  /** Names of its moves and actions. */
  TransitionNames: M
}

/** A resource by its declaration, with its types, or by its name. */
export type Handle<F extends Fields = Fields> = Declared<F> | string

/** A resource by its table of moves, for code that its declaration calls and that cannot import it for that. */
export interface TransitionTable<M extends string = string> {
  readonly name: string
  readonly transitions: Readonly<Record<M, Pick<Transition, 'from' | 'to'>>>
}

/** A resource whose moves and actions the compiler knows, or its name, for moves that are known at run time only. */
export type TransitionHandle<F extends Fields = Fields, M extends string = string> = Declared<F, M> | TransitionTable<M> | string

type NamesOf<M, A> = (keyof M | keyof A) & string

/** Declares a resource: a table with derived routes, permissions, screens, sheets and documentation. */
export function defineResource<const F extends Fields, M, A>(def: ResourceDef<F, M, A>): Declared<F, NamesOf<M, A>> {
  return def as unknown as Declared<F, NamesOf<M, A>>
}

/** A declared record, which its plugin's code writes by `tx.insert` and `tx.update`. */
export interface DeclaredRecord<
  F extends Fields = Fields,
  C extends InternalColumns = InternalColumns,
  M extends string = string,
> extends Declared<F, M> {
  internal: C
}

/**
 * Declares a record: a resource whose rows its plugin's code writes, for example when somebody places an order. People may be allowed
 * verbs on it too. Other plugins contribute fields, actions and hooks of transitions; hooks of writes would be passed by, and stop the start.
 */
export function defineRecord<const F extends Fields, M, A, const C extends InternalColumns = Record<never, never>>(
  def: ResourceDef<F, M, A> & RecordParts<C>,
): DeclaredRecord<F, C, NamesOf<M, A>> {
  return { internal: {}, ...def } as unknown as DeclaredRecord<F, C, NamesOf<M, A>>
}

/** What a plugin adds to somebody else's resource. */
export interface Extension<F extends Fields = Fields, G extends Fields = Fields> {
  resource: string
  /** Values lie in the row's `ext` column, child rows (`f.rows`) in their own table. */
  fields?: G
  hooks?: Hooks<NoInfer<F & G>>
  actions?: Record<string, Action<NoInfer<F & G>>>
  /** Further pages of the form, and groups on pages there are. */
  tabs?: Record<string, readonly string[]>
  /** Fields of this extension the public sees: in the answer that shows a row, and as lines on its page. */
  show?: readonly (keyof G & string)[]
  /** Those that cards in lists show too. */
  cards?: readonly (keyof G & string)[]
  /** Further columns of its sheets. */
  sheet?: Omit<SheetDef, 'key' | 'findBy'>
  /** Further columns of its list. */
  columns?: Record<string, ListColumn>
}

/** An extension with the plugin that contributes it. */
export interface PluginExtension {
  plugin: string
  extension: Extension
}

/**
 * Adds to a resource of a plugin named in `requires` or `after`. By its declaration the hooks know the owner's fields too;
 * by its name, for a plugin that may be absent, only their own.
 */
export function extendResource<F extends Fields, const G extends Fields = Record<never, never>>(
  resource: Handle<F>,
  more: Omit<Extension<F, G>, 'resource'>,
): Extension<F, G> {
  return { resource: getResourceName(resource), ...more }
}

/** Anything that is called as a resource is. */
export type ResourceRef = string | { name: string }

/** The name of a resource that is given by declaration or by name. */
export const getResourceName = (resource: ResourceRef): string => (typeof resource === 'string' ? resource : resource.name)
