import type { TSchema } from '@sinclair/typebox'
import type { ShowIf, Widget } from '../wire.ts'

/** What a field holds. Each kind is described once, in `kinds.ts`. */
export type KindName =
  | 'text'
  | 'area'
  | 'rich'
  | 'code'
  | 'slug'
  | 'key'
  | 'email'
  | 'url'
  | 'phone'
  | 'password'
  | 'int'
  | 'decimal'
  | 'money'
  | 'flag'
  | 'pick'
  | 'tags'
  | 'date'
  | 'instant'
  | 'image'
  | 'file'
  | 'json'
  | 'one'
  | 'many'
  | 'rows'

/** Marks every field may carry. Each has one meaning and one consumer. */
export interface Marks {
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
  /** The list's search box looks into it. */
  search?: boolean
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
  /** Set by the product alone; a client's value is ignored. */
  readOnly?: boolean
  /** Never leaves the server; reads answer whether it is set. */
  secret?: boolean
  /** For a slug: field a suggestion is made from. */
  slugOf?: string
  /** Longest generated slug before its four digits: 15 in general, 20 for products. */
  slugLength?: number
  /** Permission a person needs beside the resource's own to write this field. */
  needs?: string
  /** Readable by the public in a settings group. */
  open?: boolean
  /** In settings: changing it asks people to type the new value; the text `<field>_effects` tells what follows, line by line. */
  grave?: boolean
}

/** A field as declared: marks plus what its kind needs. */
export interface FieldMeta extends Marks {
  kind: KindName
  required: boolean
  nullable: boolean
  default?: unknown
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  /** For `pick`: the values, in order. Their labels are `<plugin>:<resource>.<field>_<value>`. */
  values?: readonly (string | number)[]
  /** For `one`, `many`, `rows`: name of the other resource. */
  to?: string
  /** For `many`: the link table, with columns `<resource>_id`, `<to>_id` and `order`. */
  through?: string
  /** For `rows`: the child's field that points back here. */
  by?: string
  /** For `json`: what of a value is kept; throws when it cannot be. Runs on every write, for each language. */
  clean?: (value: never) => unknown
  /** For `one` and `many`: without a plugin that declares the target, the field is not there either. */
  whenThere?: boolean
  /** For `one` and `many`: an import may create a missing target by its match key. */
  grow?: boolean
  /** Plugin that contributed the field to somebody else's resource: its value lives in `ext`. */
  ext?: string
}

/** A field: a JSON schema of its wire value, typed, carrying its marks under `x-field`. */
export type Field<T = unknown> = TSchema & { static: T; 'x-field': FieldMeta }

export type Fields = Record<string, Field>

/** Columns every table has. */
export interface BaseRow {
  id: number
  created_at: string
  updated_at: string
}

/** Row type of a set of fields, as the wire shows it in one language. */
export type RowOf<F extends Fields> = { [K in keyof F]: F[K]['static'] } & BaseRow
