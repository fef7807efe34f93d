import type { TObject } from '@sinclair/typebox'
import type { Ctx } from '../context.ts'
import type { Sql } from '../db/sql.ts'
import type { Events } from '../events/events.ts'
import type { InternalColumns } from '../fields/internal.ts'
import type { FieldsDraft, Field, Fields, FieldsRow, StoredFieldsRow } from '../fields/types.ts'
import type { Message } from '../http/errors.ts'
import type { Row, Verb } from '../api-types.ts'
import type { TransitionContext, Hooks } from './hooks.ts'
import type { TransferDef } from './transfer-def.ts'

type InputFields<I> = I extends Fields ? I : Record<never, never>

/** Options of transitions and actions. */
interface OperationOptions<I> {
  intent?: 'primary' | 'success' | 'warning' | 'danger'
  /** Asks for confirmation; the message is `<plugin>:<resource>.<name>_confirm`. */
  confirm?: boolean
  /** Permission; `<name> <resource>` when absent. */
  needs?: string
  /** Fields of its dialog. */
  input?: I
  /** False: not offered as a button; only code and custom screens run it. */
  manual?: boolean
}

/** Column values as SQL expressions. */
export type ColumnValues = Readonly<Record<string, Sql>>

/** A permitted change of the status. */
export interface Transition<F extends Fields = Fields, I = Fields> extends OperationOptions<I> {
  from: readonly string[]
  to: string
  /** Throws when the transition is not allowed now. */
  guard?(transition: TransitionContext<F, InputFields<I>>): void | Promise<void>
  /** Columns written together with the status; `t` is the row's table. For combined transitions the last one that sets a column wins. */
  set?(transition: TransitionContext<F, InputFields<I>>): ColumnValues
  /** Further changes in the same transaction. */
  effect?(transition: TransitionContext<F, InputFields<I>>): void | Promise<void>
}

export interface States<F extends Fields = Fields, M = Record<string, Fields>> {
  field: string
  initial: string
  transitions: { [K in keyof M]: Transition<F, M[K]> }
}

/** A custom operation on one row, beside the standard verbs. */
export interface Action<F extends Fields = Fields, I = Fields> extends OperationOptions<I> {
  batch?: boolean
  /** Statuses in which it is offered. Only affects the button; `run` must check others itself. */
  from?: readonly string[]
  run(transition: TransitionContext<F, InputFields<I>>): void | Promise<void>
}

/** Generated public reads: `GET /api{path}` and `POST /api{path} {url, language}`. */
export interface StoreView<F extends Fields = Fields> {
  path: string
  by: keyof F & string
  show: readonly (keyof F & string)[]
  /** Further condition on visible rows, for example that they are enabled. `t` is the row's table. */
  where?: Sql
}

/** Public views of a resource: the page of one row, or a card in a list. */
export type ViewPlace = 'page' | 'card'

/** Shapes of the public views that a plugin reads by its own statements. Contributed fields are added to them. */
export interface PublicView {
  page: TObject
  card?: TObject
}

/** How a resource appears in sheets, where its fields do not say it. */
export interface SheetDef {
  /** Fields that together identify a row; `match` by default. */
  key?: readonly string[]
  /**
   * Columns that are no fields. A field they replace is declared with `sheet: false`; `of` names the field whose errors belong to
   * the column. `json`: the cells hold JSON, which JSON files may contain as it is.
   */
  columns?: readonly { name: string; label?: string; required?: boolean; of?: string; json?: boolean }[]
  /** Cell texts of these columns for a row, in which per-language fields are maps. */
  write?(row: Row, ctx: Ctx): Record<string, unknown>
  /**
   * Converts the cells of these columns to input of a row. Gets non-blank cells only, and an emptied one as ''. `old` is the stored
   * row, undefined for a new one.
   */
  read?(cells: Record<string, string>, input: Record<string, unknown>, ctx: Ctx, old?: Row): void
  /**
   * How to find a row whose key cell is blank: alternatives of column values, the best first; all columns of one must match.
   * Without any, the line is refused. `cells` are the non-blank cells by field.
   */
  findBy?(cells: Readonly<Record<string, string>>, ctx: Ctx): readonly Readonly<Record<string, string | null>>[]
  /** Fields whose cells compose a blank text key, so that a repeated import finds the rows again. Equal keys are numbered. */
  composeKey?: readonly string[]
  /** Warnings about a valid but unlikely row after the import. Sheet values are texts. */
  warn?(row: Record<string, unknown>): readonly SheetWarning[]
}

/** A warning of an import, shown at the first of `fields` that the sheet has; not shown when it has none. */
export interface SheetWarning {
  fields: readonly string[]
  why: Message
}

/** Condition on rows an actor may see and change; `t` is the row's table. Null: all rows. */
export interface Scope {
  (ctx: Ctx): Sql | null
  /** The field the condition depends on. */
  readonly column?: string
  /** Permission for seeing all rows. */
  readonly all?: string
  /** The rows are notes about rows of other resources; notes about them do not exist. */
  readonly notes?: boolean
}

/** A list column that is not a field. It is computed in the statement that reads the page. */
export interface ListColumn<F extends Fields = Fields> {
  /** How it is drawn; `list` gives its position. Without `list` it is hidden by default. */
  field: Field
  /** Its value as the field type stores it; `t` is the row's table. */
  read(ctx: Ctx): Sql
  /** The row's title in the list, instead of the label field. */
  title?: true
  /** The field used for sorting by this column. */
  sortBy?: keyof F & string
}

/** Everything a resource declares; see docs/guide/plugin-author.md. */
export interface ResourceDef<F extends Fields = Fields, M = Record<string, Fields>, A = Record<string, Fields>> {
  /** Table, route and permission word: singular, snake_case. */
  name: string
  fields: F
  /** Table name, when the resource name is a reserved word. */
  table?: string
  /** Field that is the row's label. */
  label?: keyof F & string
  /** Default order of lists: a sortable field, with `-` in front for descending. */
  sortBy?: string
  /** Path of its admin screens below /admin; the name by default. */
  path?: string
  /** Verbs of the API; all but `clone` by default. Empty: rows are only written through their parent. */
  verbs?: readonly Verb[]
  /** Natural key by which sheets and relation cells find rows. */
  match?: keyof F & string
  /** Soft delete: deleted rows stay, with `deleted_at`. */
  softDelete?: boolean
  /** Optimistic locking: rows have a `version`, and a stale update is refused with the current row. */
  locked?: boolean
  /** Records a diff of every write in the audit log; true by default. */
  audit?: boolean
  /** Verbs that require a recently entered password from staff. */
  fresh?: readonly Verb[]
  /** Further permissions that verbs require beside their own. */
  needs?: Partial<Record<Verb, string>>
  /** Records in the audit log which member of staff opened a row; lists then show their own columns only. Exports are always recorded. */
  auditReads?: true
  /** Flag that is set to false instead of deleting an existing child row. */
  hide?: keyof F & string
  /**
   * Column with the id of the row that this row was merged into: reading a merged row returns the surviving one, so that old links
   * work.
   */
  mergedInto?: string
  /** Flag of active rows. Candidates of relation fields include it, so that pickers can mark inactive rows. */
  enabledBy?: keyof F & string
  /** Field with the parent of a tree. Adds the routes `flat` and `sort`, and refuses cycles. */
  tree?: keyof F & string
  /** The list shows the creation time. */
  listCreated?: boolean
  /** False: the list hides ids and timestamps by default. */
  listStamps?: false
  /** List columns that are no fields. */
  columns?: Record<string, ListColumn<NoInfer<F>>>
  /** Field that is set in historical rows: neither transitions nor actions are offered for them. */
  history?: keyof F & string
  /** False: the form also closes after an update, not only after create and delete. */
  stay?: boolean
  /** Tabs of the form with their field groups; labels are those of groups. Groups without a tab are on the first one. */
  tabs?: Record<string, readonly string[]>
  /** Rows an actor may see, change and refer to. */
  scope?: Scope
  /** Rows that people can see; `t` is the row's table. Other rows are internal, only relations refer to them. */
  where?: Sql
  states?: States<NoInfer<F>, M>
  actions?: { [K in keyof A]: Action<NoInfer<F>, A[K]> }
  hooks?: Hooks<NoInfer<F>>
  sheet?: SheetDef
  /** How rows are transferred to another shop; false: not at all. Absent: all rows of resources that people can create or import. */
  transfer?: TransferDef | false
  store?: StoreView<NoInfer<F>>
  /** Instead of `store`, when the plugin's own statements read the public views: their shapes. `shownFields` are added to them. */
  publicView?: PublicView
  /** Handles a POST to the resource that is a query instead of a creation. Returns undefined when it is a creation. */
  ask?(ctx: Ctx, body: Record<string, unknown>): Promise<unknown> | undefined
  /** Values of a copy, computed from the row and from the copied values of all plugins. */
  copy?(row: StoredFieldsRow<NoInfer<F>>, copied: FieldsDraft<NoInfer<F>>): Record<string, unknown>
}

/** Declarations of a record beyond those of a resource. */
interface RecordParts<C extends InternalColumns> {
  /** Names of the events about its rows. Other plugins listen to them instead of hooking into writes. */
  events: readonly (keyof Events & string)[]
  /** Internal columns. */
  internal?: C
}

/** A declared resource. `Row` and `TransitionNames` exist for their types only: `type Page = typeof page.Row`. */
export interface Declared<F extends Fields = Fields, M extends string = string>
  extends Omit<ResourceDef<F>, 'states' | 'actions'>, Partial<RecordParts<InternalColumns>> {
  states?: States<F>
  actions?: Record<string, Action<F>>
  Row: FieldsRow<F>
  /** Names of its transitions and actions. */
  TransitionNames: M
}

/** A resource: its declaration, with types, or its name. */
export type Handle<F extends Fields = Fields> = Declared<F> | string

/** The name and transitions of a resource, for code that its declaration calls and that cannot import the declaration (import cycle). */
export interface TransitionTable<M extends string = string> {
  readonly name: string
  readonly transitions: Readonly<Record<M, Pick<Transition, 'from' | 'to'>>>
}

/** A resource with typed transitions and actions, or its name when they are known only at run time. */
export type TransitionHandle<F extends Fields = Fields, M extends string = string> = Declared<F, M> | TransitionTable<M> | string

type ActionName<M, A> = (keyof M | keyof A) & string

/** Declares a resource: a table with generated routes, permissions, screens, sheets and documentation. */
export function defineResource<const F extends Fields, M, A>(def: ResourceDef<F, M, A>): Declared<F, ActionName<M, A>> {
  return def as unknown as Declared<F, ActionName<M, A>>
}

/** A declared record. Its plugin's code writes it by `tx.insert` and `tx.update`. */
export interface DeclaredRecord<
  F extends Fields = Fields,
  C extends InternalColumns = InternalColumns,
  M extends string = string,
> extends Declared<F, M> {
  internal: C
}

/**
 * Declares a record: a resource whose rows are written by its plugin's code, for example placed orders. Verbs for people are
 * allowed too. Other plugins may contribute fields, actions and transition hooks. Write hooks are an error at start, because the
 * plugin's own statements would bypass them.
 */
export function defineRecord<const F extends Fields, M, A, const C extends InternalColumns = Record<never, never>>(
  def: ResourceDef<F, M, A> & RecordParts<C>,
): DeclaredRecord<F, C, ActionName<M, A>> {
  return { internal: {}, ...def } as unknown as DeclaredRecord<F, C, ActionName<M, A>>
}

/** Additions of a plugin to another plugin's resource. */
export interface Extension<F extends Fields = Fields, G extends Fields = Fields> {
  resource: string
  /** Values are stored in the row's `ext` column, child rows (`f.rows`) in their own table. */
  fields?: G
  hooks?: Hooks<NoInfer<F & G>>
  actions?: Record<string, Action<NoInfer<F & G>>>
  /** Further tabs of the form, and groups on existing tabs. */
  tabs?: Record<string, readonly string[]>
  /** Fields of this extension that are public: in the response for a row, and as lines on its page. */
  show?: readonly (keyof G & string)[]
  /** Those shown on list cards too. */
  cards?: readonly (keyof G & string)[]
  /** Further sheet columns. */
  sheet?: Omit<SheetDef, 'key' | 'findBy' | 'composeKey'>
  /** Further list columns. */
  columns?: Record<string, ListColumn>
}

/** An extension with its plugin. */
export interface PluginExtension {
  plugin: string
  extension: Extension
}

/**
 * Extends a resource of a plugin in `requires` or `after`. Given the declaration, the hooks know the owner's fields too. Given the
 * name, for a plugin that may be absent, they know only the extension's own.
 */
export function extendResource<F extends Fields, const G extends Fields = Record<never, never>>(
  resource: Handle<F>,
  more: Omit<Extension<F, G>, 'resource'>,
): Extension<F, G> {
  return { resource: getResourceName(resource), ...more }
}

/** Anything with the name of a resource. */
export type ResourceRef = string | { name: string }

/** The name of a resource given by declaration or by name. */
export const getResourceName = (resource: ResourceRef): string => (typeof resource === 'string' ? resource : resource.name)
