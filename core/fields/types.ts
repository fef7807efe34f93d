import type { TSchema } from '@sinclair/typebox'
import type { Config } from '../config.ts'
import type { Message } from '../http/errors.ts'
import type { ShownField } from '../http/api-types.ts'
import type { Localized, ShowIf, Widget } from '../api-types.ts'

/**
 * A field type: how its values are stored, typed, validated, compared, shown and documented. Code that handles values (forms,
 * sheets, lists, filters, documentation) asks the field type and knows none by name.
 */
export interface FieldType {
  readonly name: string
  /** Widget that draws input and cell in the admin; one folder of its `widgets/` each. */
  readonly widget: Widget
  /** PostgreSQL type of its column as `format_type` names it; null when it has none. */
  readonly column: string | null | ((meta: FieldMeta) => string)
  /** JSON schema of its value, depending on the field's options. */
  schema(meta: FieldMeta): Record<string, unknown>
  /** Parses what a person typed in a multipart form, a sheet cell or a query string. @throws BadText */
  parse(text: string, meta: FieldMeta): unknown
  /** Normalises a JSON value: trims texts, converts amounts to text. Never fails; `findProblem` checks the result. */
  normalize(value: unknown): unknown
  /** A problem of a normalised value that the schema does not express. */
  findProblem?(value: never, meta: FieldMeta): Message | undefined
  /** The stored form of a valid value. Idempotent. `config` holds the shop's keys; it is absent for input that is no row. */
  sanitize?(value: never, meta: FieldMeta, config?: Config): unknown
  /** Converts a JSON value to a bound parameter. */
  toDb(value: unknown, meta: FieldMeta): unknown
  /** Converts a column value of a query result to a JSON value. */
  fromDb(raw: unknown, meta: FieldMeta): unknown
  /** A form in which equal values are identical; the form of reads when absent. */
  toComparable?(value: unknown, meta: FieldMeta): unknown
  /** How a sheet cell stores it. */
  readonly cell: 'text' | 'number' | 'list'
  /** Message keys for a value of the wrong type, in the wrong format, or too short. */
  readonly messages: { type?: string; format?: string; short?: string }
  /** Too long for a list cell. */
  readonly long: boolean
  /** Forms store an emptied value as an empty text instead of null. */
  readonly blankText: boolean
  /** The column holds a list: filters test whether it contains the value. */
  readonly list: boolean
  /** Schema of reads, where it differs from that of writes. */
  readonly answer?: TSchema
  /** For route and dialog input only: no row has such a field. */
  readonly inputOnly?: boolean
  /** How the store draws the value of a contributed field; `none` returns it to API clients only. */
  readonly display: Display
  /** Formats a value as text, where the value is not readable by itself. */
  describe?(value: never): string
  /** Description for authors of plugins and clients. */
  readonly docs: string
}

/**
 * How the store draws a value: `link` is an http address, `money` an amount in the base currency, `date` a day, `instant` a point
 * in time.
 */
export type Display = ShownField['type'] | 'none'

/** Options that every field accepts. */
export interface FieldOptions {
  /** Widget for input and list cell, instead of the field type's own. */
  widget?: Widget
  /** Stored per language in one jsonb column. */
  localized?: boolean
  /** Shown in the list; a number gives the position, otherwise the order of declaration counts. */
  list?: boolean | number
  /** The list may be sorted by it. */
  sort?: boolean
  /** The list may be filtered by it. */
  filter?: boolean
  /** Searched by the list's search box. With the name of another field, both are searched as one text, joined in either order. */
  search?: boolean | string
  /** Unique among rows (by a unique index `<table>_<field>_unique`). */
  unique?: boolean
  /** Editable in the list. */
  inline?: boolean
  /** Settable on many rows at once. */
  batch?: boolean
  /** Use in sheets: excluded, only read from them, or only written to them. Absent: both. */
  sheet?: false | 'in' | 'out'
  /** Not in the form: another screen or component edits it. */
  form?: false
  /** Section of the form: `main` (default), `side`, `seo`, or a plugin's own. */
  group?: string
  /** Shown in the form only while another field holds one of these values. */
  showIf?: ShowIf
  /** For a timestamp: the form of a new row starts with the current time. Writes without a form do not set it. */
  initial?: 'now'
  /** For long texts of usually a few lines: the editor starts small. */
  small?: boolean
  /** Description for API clients, where the field type does not say enough. */
  docs?: string
  /** Message key for any problem of the value, instead of those of the field type. */
  says?: string
  /** Message key for a missing required value; the common one when absent. */
  missing?: string
  /** Set by the product only; a client's value is ignored. */
  readOnly?: boolean
  /** For a URL: the secrets of the same declaration that are sent to it. When the URL changes, they must be entered again. */
  guards?: readonly string[]
  /** For a slug: the field that suggestions are generated from. */
  slugOf?: string
  /** Longest generated slug before its four digits: 15 in general, 20 for products. */
  slugLength?: number
  /**
   * For values that plugins contribute: the extension point. Each contribution has a label key as `title`, and may name in `of` a
   * resource that must exist for it to be available.
   */
  named?: { readonly name: string; readonly description: string }
  /** Additional permission for writing this field. */
  needs?: string
  /** In a settings group: readable by the public. */
  open?: boolean
  /** In settings: to change it, a person must type the new value again. The message `<field>_effects` lists the effects, one per line. */
  confirm?: boolean
}

/** Maps a row id to a portable reference, or a reference back to an id. */
export type ReplaceReference = (resource: string, reference: unknown) => unknown

/** Path of an upload inside a structured value, with its position: `content.0.image`; '' for the whole value. */
export interface FilePathWithin {
  at: string
  path: string
}

/** The meta data of a declared field: its options and what its field type needs. */
export interface FieldMeta extends FieldOptions {
  kind: string
  /** The field type. */
  type: FieldType
  required: boolean
  nullable: boolean
  /** Of the field type `sealed`: encrypted at rest. Reads only say whether it is set, unless `readNeeds` names who may read it. */
  secret?: boolean
  /** Of the field type `sealed`: permission to read and write the value. Without it, rows, forms and sheets do not have the field. */
  readNeeds?: string
  default?: unknown
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  minItems?: number
  maxItems?: number
  /** For `privateFile`: the accepted file types, and the maximum size in bytes. */
  accept?: readonly string[]
  maxBytes?: number
  /** For `ids`: keeps the given order. */
  ordered?: boolean
  /** For `items` and `group`: the inner fields. */
  inner?: Fields
  /** For `pick` and `picks`: the values, in order. Their labels are `<plugin>:<resource>.<field>_<value>`. */
  values?: readonly (string | number)[]
  /** For `one`, `many`, `rows`: name of the other resource. */
  to?: string
  /** For `any`: names of the resources it may refer to. */
  among?: readonly string[]
  /** For `many`: the link table, with columns `<resource>_id`, `<to>_id` and `order`. */
  through?: string
  /** For `rows`: the child's field that refers to the parent. */
  by?: string
  /** For `json`: JSON schema of its values. */
  shape?: TSchema
  /** For `json`: returns the part of a value that is stored; throws when it is invalid. Runs on every write, for each language. */
  clean?: (value: never) => unknown
  /**
   * For `json`: returns the value with all row references replaced, because ids differ in another shop. The last argument is the
   * kernel.
   */
  references?: (value: never, replace: ReplaceReference, kernel: never) => unknown
  /** For `json`: the upload paths in a value, each with its position as errors name it: `content.0.image`. */
  filePaths?(value: unknown): Iterable<FilePathWithin>
  /** For `one` and `many`: the field is removed when no installed plugin declares the target. */
  ifInstalled?: boolean
  /** For `one` and `many`: an import may create a missing target by its match field. */
  creatable?: boolean
  /** The plugin that contributed the field to another plugin's resource: its value is stored in `ext`, child rows in their own table. */
  ext?: string
}

/**
 * A field: a JSON schema of its value that carries its meta data under `x-field`. The type parameters say what a read in one
 * language returns (`static`), what a validated write contains (`input`), and what a stored row has in all languages (`stored`).
 * The last two exist for their types only.
 */
export type Field<T = unknown, In = T, Stored = In> = TSchema & { static: T; input: In; stored: Stored; 'x-field': FieldMeta }

export type Fields = Record<string, Field>

/** Type-level marker of a field whose values are stored in a table of their own. */
export interface InOwnTable {
  readonly beside: true
}

/** Type-level marker of an amount: text in JSON, minor units in the column `<field>_minor`. */
export interface InMinorUnits {
  readonly minor: true
}

/** Columns every table has. */
export type BaseRow = {
  id: number
  created_at: string
  updated_at: string
}

/** Row of a set of fields in one language, as JSON. */
export type FieldsRow<F extends Fields> = { [K in keyof F]: F[K]['static'] } & BaseRow

/** Row of a set of fields in all languages: hooks get it as `old`, transitions as `row`. */
export type StoredFieldsRow<F extends Fields> = { [K in keyof F]: F[K]['stored'] } & Pick<BaseRow, 'id'>

/** Validated values of a write. Every field may be absent. */
export type FieldsInput<F extends Fields> = { -readonly [K in keyof F]?: F[K]['input'] | undefined }

/** Typed values before validation: null stands for what was left blank, also in a required field. */
export type FieldsDraft<F extends Fields> = { -readonly [K in keyof F]?: F[K]['input'] | null | undefined }

/** Parsed input of these fields: required ones and those with a default are present. */
export type ParsedFields<F extends Fields> = { -readonly [K in keyof F]: F[K]['static'] }

/** A child row of a write; with an id, an existing one. */
export type ChildRowInput<F extends Fields> = FieldsInput<F> & { id?: number }

/** A value as a write accepts it: per language when the field is localized. */
export type LocalizedIf<T, O> = O extends { localized: true } ? Localized<T> : T
