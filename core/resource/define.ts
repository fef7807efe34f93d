import type { Ctx } from '../context.ts'
import type { Sql } from '../db/sql.ts'
import type { Tx } from '../db/work.ts'
import type { Field, Fields, RowOf } from '../fields/types.ts'
import type { Text } from '../http/errors.ts'
import type { Locale, Row, Verb } from '../wire.ts'

/** One row being written, as hooks see it. `input` holds wire values and may be changed by `prepare`. */
export interface Write {
  ctx: Ctx
  tx: Tx
  mode: 'create' | 'update'
  /** Null until a new row is inserted. */
  id: number | null
  /** The row before the write, per-language fields as maps; null on create. */
  old: Row | null
  input: Record<string, unknown>
  /** Language of the per-language values in `input`. */
  language: Locale
  source: 'api' | 'import' | 'batch' | 'clone'
}

/** A write that has been stored. */
export interface Saved extends Write {
  id: number
}

/** A row about to change its status, locked. */
export interface Moving {
  ctx: Ctx
  tx: Tx
  row: Row
  input: Record<string, unknown>
}

/** Code inside the transaction of a write. Owner first, then extensions in boot order. */
export interface Hooks {
  /** Refuses by throwing `invalid({ field: text })`. */
  check?(write: Write): void | Promise<void>
  /** Completes or changes `write.input` before it is stored. */
  prepare?(write: Write): void | Promise<void>
  /** The row, its children and links are stored. */
  saved?(write: Saved): void | Promise<void>
  /** True, or the reason why this row must stay. */
  removable?(moving: Omit<Moving, 'input'>): true | Text | Promise<true | Text>
  /** The row is deleted or hidden. */
  removed?(moving: Omit<Moving, 'input'>): void | Promise<void>
}

/** A permitted change of the status word. */
export interface Move {
  from: readonly string[]
  to: string
  intent?: 'primary' | 'success' | 'warning' | 'danger'
  /** Ask before doing it; the text is `<plugin>:<resource>.<move>_confirm`. */
  confirm?: boolean
  /** Permission; `<move> <resource>` when absent. */
  needs?: string
  /** Asked in a dialog. */
  input?: Fields
  /** Offered to people; false for moves only code makes. */
  manual?: boolean
  /** Throws when the move must not happen now. */
  guard?(moving: Moving): void | Promise<void>
  /** What else changes with it, in the same transaction. */
  effect?(moving: Moving): void | Promise<void>
}

export interface States {
  field: string
  start: string
  moves: Record<string, Move>
}

/** A named verb on one row, beside the derived ones. */
export interface Action {
  intent?: 'primary' | 'success' | 'warning' | 'danger'
  confirm?: boolean
  needs?: string
  batch?: boolean
  input?: Fields
  run(moving: Moving): void | Promise<void>
}

/** Derived public reading: `GET /api{path}` and `POST /api{path} {url, language}`. */
export interface StoreView {
  path: string
  by: string
  show: readonly string[]
  /** Further condition on the row, for example that it is enabled. `t` is the row's table. */
  where?: Sql
}

/** How a resource appears in sheets, where its fields alone do not say it. */
export interface SheetDef {
  /** Fields that together tell a row from its siblings; `match` when absent. */
  key?: readonly string[]
  /** Columns beside those of fields. A field they stand for is declared with `sheet: false`. */
  columns?: readonly { name: string; label?: string; required?: boolean }[]
  /** Texts of those columns for a row, whose per-language fields are maps. */
  write?(row: Row, ctx: Ctx): Record<string, unknown>
  /**
   * Puts what such columns hold into the input of a row. Only cells that are not blank are given, an emptied
   * one as ''. `old` is the row so far, undefined for a new one.
   */
  read?(cells: Record<string, string>, input: Record<string, unknown>, ctx: Ctx, old?: Row): void
}

/** Everything a resource declares; see docs/guide/plugin-author.md. */
export interface ResourceDef<F extends Fields = Fields> {
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
  /** Flag set to false instead of deleting a child row that exists. */
  hide?: keyof F & string
  /** Field pointing at the parent in a tree of itself: brings `flat` and `sort`, and no row can stand in itself. */
  tree?: keyof F & string
  /** The list shows when a row was created. */
  listCreated?: boolean
  /** False: the form goes back one page after an update too, not only after create and delete. */
  stay?: boolean
  /** Pages of the form by the groups on them; their labels are those of groups. A group of no page stands on the first. */
  tabs?: Record<string, readonly string[]>
  /** Rows an actor may see and change; `t` is the row's table. Null: all. */
  scope?(ctx: Ctx): Sql | null
  states?: States
  actions?: Record<string, Action>
  hooks?: Hooks
  sheet?: SheetDef
  store?: StoreView
  /** For a POST to the resource that asks instead of creating: the answer, or undefined when it is a creation. */
  ask?(ctx: Ctx, body: Record<string, unknown>): Promise<unknown> | undefined
  /** What a copy gets instead of the original's values. */
  copy?(row: Row): Record<string, unknown>
}

/** A declared resource. `Row` exists for its type only: `type Page = typeof page.Row`. */
export interface Declared<F extends Fields = Fields> extends ResourceDef<F> {
  Row: RowOf<F>
}

/** Declares a resource: a table with derived routes, permissions, screens, sheets and documentation. */
export function defineResource<const F extends Fields>(def: ResourceDef<F>): Declared<F> {
  return def as Declared<F>
}

/** Fields, hooks and actions a plugin adds to somebody else's resource. */
export interface Extension {
  resource: string
  fields?: Record<string, Field>
  hooks?: Hooks
  actions?: Record<string, Action>
}

/** Adds to a resource of a plugin named in `requires` or `after`. Values live in the row's `ext` column. */
export function extendResource(resource: string, more: Omit<Extension, 'resource'>): Extension {
  return { resource, ...more }
}
