import type { TSchema } from '@sinclair/typebox'
import type { Config } from '../config.ts'
import type { Message } from '../http/errors.ts'
import type { ShownField } from '../http/api-types.ts'
import type { Localized, ShowIf, Widget } from '../api-types.ts'

/**
 * What a field holds, in one place: how it is stored, typed, checked, compared, shown and described. Everything
 * that treats values (forms, sheets, lists, filters, documentation) asks the kind and knows none by name.
 */
export interface FieldType {
  readonly name: string
  /** Input and cell that draw it in the admin; one folder of its `widgets/` each. */
  readonly widget: Widget
  /** PostgreSQL type of its column as `format_type` names it; null when it has none. */
  readonly column: string | null | ((meta: FieldMeta) => string)
  /** JSON schema of its wire value, by its marks. */
  schema(meta: FieldMeta): Record<string, unknown>
  /** Wire value of what a person typed in a multipart form, a sheet cell or an address. @throws BadText */
  parse(text: string, meta: FieldMeta): unknown
  /** A wire value in its one right form: texts trimmed, amounts as texts. Never fails; `wrong` looks at the outcome. */
  normalize(value: unknown): unknown
  /** What is wrong with a settled value beside its schema. */
  findProblem?(value: never, meta: FieldMeta): Message | undefined
  /** What of a right value is kept. Doing it twice changes nothing. `config` holds the shop's keys; an input that is no row has none. */
  sanitize?(value: never, meta: FieldMeta, config?: Config): unknown
  /** Bound value of a wire value. */
  toDb(value: unknown, meta: FieldMeta): unknown
  /** Wire value of what a query answered. */
  fromDb(raw: unknown, meta: FieldMeta): unknown
  /** Value in a form in which equal ones are the same; what reads answer when absent. */
  toComparable?(value: unknown, meta: FieldMeta): unknown
  /** How a cell of a sheet shows it. */
  readonly cell: 'text' | 'number' | 'list'
  /** Texts said when a value has the wrong type, does not fit its format, or is too short. */
  readonly messages: { type?: string; format?: string; short?: string }
  /** Too long for a cell of a list. */
  readonly long: boolean
  /** An emptied one is kept as an empty text by forms, instead of as nothing. */
  readonly blankText: boolean
  /** The column holds a list: filters ask whether it contains. */
  readonly list: boolean
  /** What reads answer, where it is not what is written. */
  readonly answer?: TSchema
  /** Only routes and dialogs ask for it: no row holds one. */
  readonly inputOnly?: boolean
  /** How the shop draws a value that extensions show; `none` answers it to programs alone. */
  readonly display: Display
  /** A value in words, where it does not speak for itself. */
  describe?(value: never): string
  /** What it is, for people who write plugins and clients. */
  readonly docs: string
}

/** How the shop draws a value: `link` is an http address, `money` an amount in the base currency, `date` a day, `instant` a moment. */
export type Display = ShownField['type'] | 'none'

/** Marks every field may carry. Each has one meaning and one consumer. */
export interface FieldOptions {
  /** Input and list cell, when the kind's own does not fit. */
  widget?: Widget
  /** Kept per language in one jsonb column. */
  localized?: boolean
  /** Shown in the list; a number gives the place, otherwise declaration order counts. */
  list?: boolean | number
  /** The list may be sorted by it. */
  sort?: boolean
  /** The list may be filtered by it. */
  filter?: boolean
  /** The list's search box looks into it; by the name of another field into both, written after each other either way round. */
  search?: boolean | string
  /** No two rows share it (a unique index `<table>_<field>_unique` stands behind it). */
  unique?: boolean
  /** Editable in the list. */
  inline?: boolean
  /** Settable on many rows at once. */
  batch?: boolean
  /** Place in sheets: left out, only read from them, or only written to them. Absent: both. */
  sheet?: false | 'in' | 'out'
  /** Not in the form: a screen or a piece beside it shows what it means. */
  form?: false
  /** Section of the form: `main` (default), `side`, `seo`, or a plugin's own. */
  group?: string
  /** Shown in the form only while another field holds one of these values. */
  showIf?: ShowIf
  /** For a moment: the form of a new row begins with the present. What is left out elsewhere stays left out. */
  initial?: 'now'
  /** For long texts: a few lines are usual, so its editor begins small. */
  small?: boolean
  /** What it means to programs, where its kind does not say it. */
  docs?: string
  /** Text said whatever is wrong with it, instead of the kind's own. */
  says?: string
  /** Text said when it is left blank though it is required; the usual one when absent. */
  missing?: string
  /** Set by the product alone; a client's value is ignored. */
  readOnly?: boolean
  /** For an address: secrets of the same declaration that are sent there. When it changes, they must be given anew. */
  guards?: readonly string[]
  /** For a slug: field a suggestion is made from. */
  slugOf?: string
  /** Longest generated slug before its four digits: 15 in general, 20 for products. */
  slugLength?: number
  /** For values that plugins bring: the point they are offered at, each with a text as `title`, by which people choose and read it, and maybe `of`, a resource without which it is not offered. */
  named?: { readonly name: string; readonly description: string }
  /** Permission a person needs beside the resource's own to write this field. */
  needs?: string
  /** Readable by the public in a settings group. */
  open?: boolean
  /** In settings: changing it asks people to type the new value; the text `<field>_effects` tells what follows, line by line. */
  confirm?: boolean
}

/** Answers what stands for a row of a resource instead of its id, or its id instead of that. */
export type ReplaceReference = (resource: string, reference: unknown) => unknown

/** The path of an upload in a value of several parts, with its place there: `content.0.image`; '' for the value as a whole. */
export interface FilePathWithin {
  at: string
  path: string
}

/** A field as declared: marks plus what its kind needs. */
export interface FieldMeta extends FieldOptions {
  kind: string
  /** The kind itself. */
  type: FieldType
  required: boolean
  nullable: boolean
  /** Of the kind `sealed`: never leaves the server; reads answer whether it is set. */
  secret?: boolean
  default?: unknown
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  minItems?: number
  maxItems?: number
  /** For `privateFile`: the types it may be of, and the most bytes it may have. */
  accept?: readonly string[]
  maxBytes?: number
  /** For `ids`: kept in the order they came in. */
  ordered?: boolean
  /** For `items` and `group`: the fields inside. */
  inner?: Fields
  /** For `pick` and `picks`: the values, in order. Their labels are `<plugin>:<resource>.<field>_<value>`. */
  values?: readonly (string | number)[]
  /** For `one`, `many`, `rows`: name of the other resource. */
  to?: string
  /** For `any`: names of the resources it may point at. */
  among?: readonly string[]
  /** For `many`: the link table, with columns `<resource>_id`, `<to>_id` and `order`. */
  through?: string
  /** For `rows`: the child's field that points back here. */
  by?: string
  /** For `json`: JSON schema of its values. */
  shape?: TSchema
  /** For `json`: what of a value is kept; throws when it cannot be. Runs on every write, for each language. */
  clean?: (value: never) => unknown
  /** For `json`: the value with every reference to a row replaced; ids mean other rows in another shop. Told the kernel last. */
  references?: (value: never, replace: ReplaceReference, kernel: never) => unknown
  /** For `json`: the paths of uploads in a value, each with its place within the value as errors name it: `content.0.image`. */
  filePaths?(value: unknown): Iterable<FilePathWithin>
  /** For `one` and `many`: without a plugin that declares the target, the field is not there either. */
  ifInstalled?: boolean
  /** For `one` and `many`: an import may create a missing target by its match key. */
  creatable?: boolean
  /** Plugin that contributed the field to somebody else's resource: its value lives in `ext`, child rows in their own table. */
  ext?: string
}

/**
 * A field: a JSON schema of its wire value that carries its marks under `x-field`. The type says what a read in one
 * language answers (`static`), what a write takes once it is checked (`input`), and what a stored row holds in all
 * languages (`stored`); the last two exist for their types only.
 */
export type Field<T = unknown, In = T, Stored = In> = TSchema & { static: T; input: In; stored: Stored; 'x-field': FieldMeta }

export type Fields = Record<string, Field>

/** Marks, for types alone, a field whose values stand in a table of their own. */
export interface InOwnTable {
  readonly beside: true
}

/** Marks, for types alone, an amount: a text on the wire, minor units in the column `<field>_minor`. */
export interface InMinorUnits {
  readonly minor: true
}

/** Columns every table has. */
export type BaseRow = {
  id: number
  created_at: string
  updated_at: string
}

/** Row of a set of fields, as the wire shows it in one language. */
export type RowOf<F extends Fields> = { [K in keyof F]: F[K]['static'] } & BaseRow

/** Row of a set of fields in all languages: what hooks get as `old` and moves as `row`. */
export type StoredOf<F extends Fields> = { [K in keyof F]: F[K]['stored'] } & Pick<BaseRow, 'id'>

/** Checked values of a write: every field may be absent, those there are right. */
export type InputOf<F extends Fields> = { -readonly [K in keyof F]?: F[K]['input'] | undefined }

/** Typed values before a write is complete: null stands for what was left blank, though the field may be required. */
export type DraftOf<F extends Fields> = { -readonly [K in keyof F]?: F[K]['input'] | null | undefined }

/** What a function that asks for these fields gets: the required ones are there, so are those with a default. */
export type AnswerOf<F extends Fields> = { -readonly [K in keyof F]: F[K]['static'] }

/** A child row of a write: with an id one that is stored. */
export type LineOf<F extends Fields> = InputOf<F> & { id?: number }

/** A value as a write takes it: per language when the field is. */
export type LocalizedIf<T, O> = O extends { localized: true } ? Localized<T> : T
