import { Type } from '@sinclair/typebox'
import type { Field, FieldMeta, KindName, Marks } from './types.ts'

type Limits = { minLength?: number; maxLength?: number }
type Range = { min?: number; max?: number }
type Def<T> = { default?: T }

const build = <T>(kind: KindName, schema: Record<string, unknown>, marks: Partial<FieldMeta>): Field<T> =>
  Type.Unsafe<T>({
    ...schema,
    ...(marks.default === undefined ? {} : { default: marks.default }),
    'x-field': { kind, nullable: false, ...marks, required: marks.default === undefined && !marks.readOnly } satisfies FieldMeta,
  }) as unknown as Field<T>

const string = (o: Limits & { default?: unknown }, longest: number) => ({
  type: 'string',
  // A required text must hold more than white space; one with a default may be emptied.
  ...(o.default === undefined ? { pattern: '\\S' } : {}),
  ...(o.minLength ? { minLength: o.minLength } : {}),
  maxLength: o.maxLength ?? longest,
})

/**
 * The field functions. Each answers an ordinary TypeBox schema of the wire value that carries its marks,
 * so that validation, types, OpenAPI, tables, forms and sheets all read the same object.
 * A field is required unless it has a `default` or stands inside `f.maybe`.
 */
export const f = {
  /** One line of text. */
  text: (o: Marks & Limits & Def<string> = {}) => build<string>('text', string(o, 255), { maxLength: 255, ...o }),
  /** Several lines of plain text. */
  area: (o: Marks & Limits & Def<string> = {}) => build<string>('area', string(o, 5_000), { maxLength: 5_000, ...o }),
  /** Rich text: Editor.js JSON or HTML, cleaned whenever it is written. */
  rich: (o: Marks & Limits & Def<string> = {}) => build<string>('rich', string(o, 1_000_000), { maxLength: 1_000_000, ...o }),
  /** Code by intent (styles, scripts): stored as written, guarded by the permission in `needs`. */
  code: (o: Marks & Limits & Def<string> = {}) => build<string>('code', string(o, 200_000), { maxLength: 200_000, ...o }),
  /** Part of an address: letters, digits, Chinese characters, hyphens, underscores, dots. */
  slug: (o: Marks & Limits & Def<string> = {}) => build<string>('slug', { ...string(o, 120), format: 'slug' }, { maxLength: 120, ...o }),
  /** A word for machines: lowercase letters, digits and _, a letter first. */
  key: (o: Marks & Limits & Def<string> = {}) => build<string>('key', { ...string(o, 60), format: 'key' }, { maxLength: 60, ...o }),
  email: (o: Marks & Def<string> = {}) => build<string>('email', { ...string(o, 254), format: 'email' }, { maxLength: 254, ...o }),
  /** An http or https address. */
  url: (o: Marks & Def<string> = {}) => build<string>('url', { ...string(o, 2_000), format: 'http-url' }, { maxLength: 2_000, ...o }),
  phone: (o: Marks & Def<string> = {}) => build<string>('phone', { ...string(o, 30), format: 'phone' }, { maxLength: 30, ...o }),
  /** Write-only; whoever declares it hashes it in a hook. At least 8 characters, at most 128. */
  password: (o: Marks & Def<string> = {}) =>
    build<string>(
      'password',
      { type: 'string', minLength: 8, maxLength: 128, format: 'password' },
      { minLength: 8, maxLength: 128, sheet: false, ...o },
    ),
  int: (o: Marks & Range & Def<number> = {}) => {
    const range = { min: -2_147_483_648, max: 2_147_483_647, ...o }
    return build<number>('int', { type: 'integer', minimum: range.min, maximum: range.max }, range)
  },
  /** An exact decimal as text, for rates and percentages; never for money. */
  decimal: (o: Marks & Range & Def<string> = {}) => build<string>('decimal', { type: ['string', 'number'], format: 'decimal' }, o),
  /** An amount: "128.00" on the wire, minor units in the column `<field>_minor`. */
  money: (o: Marks & { min?: number } & Def<string> = {}) =>
    build<string>('money', { type: ['string', 'number'], format: 'money' }, { min: 0, ...o }),
  flag: (o: Marks & { default: boolean }) => build<boolean>('flag', { type: 'boolean' }, o),
  /** One of a closed list of words. */
  pick: <const V extends readonly (string | number)[]>(values: V, o: Marks & Def<V[number]> = {}) =>
    build<V[number]>('pick', { enum: [...values] }, { values, ...o }),
  /** A list of short texts. */
  tags: (o: Marks & Def<string[]> & { maxItems?: number } = {}) =>
    build<string[]>(
      'tags',
      { type: 'array', maxItems: o.maxItems ?? 500, items: { type: 'string', minLength: 1, maxLength: 255 } },
      { default: [], ...o },
    ),
  /** A calendar day, "2026-11-21". */
  date: (o: Marks & Def<string> = {}) => build<string>('date', { type: 'string', format: 'day' }, o),
  /** A point in time, ISO 8601 with zone on the wire. */
  instant: (o: Marks & Def<string> = {}) => build<string>('instant', { type: 'string', format: 'date-time' }, o),
  /** Path of an uploaded picture. */
  image: (o: Marks & Def<string> = {}) => build<string>('image', { ...string(o, 255), format: 'file-path' }, { maxLength: 255, ...o }),
  /** Path of an uploaded file. */
  file: (o: Marks & Def<string> = {}) => build<string>('file', { ...string(o, 255), format: 'file-path' }, { maxLength: 255, ...o }),
  /** Any JSON, for values with a screen of their own. `clean` says what of it is kept. */
  json: <T = unknown>(o: Marks & Def<T> & { clean?: (value: unknown) => T | Promise<T> } = {}) =>
    build<T>('json', {}, o as Partial<FieldMeta>),
  /** The id of one row of another resource. By habit the field's name ends in `_id`. */
  one: (to: string, o: Marks & { grow?: boolean; whenThere?: boolean } = {}) =>
    build<number>('one', { type: 'integer', minimum: 1 }, { to, ...o }),
  /** Ids of rows of another resource, in order, kept in the link table `through`. */
  many: (to: string, o: Marks & { through: string; grow?: boolean; whenThere?: boolean }) =>
    build<number[]>(
      'many',
      { type: 'array', maxItems: 1_000, uniqueItems: true, items: { type: 'integer', minimum: 1 } },
      { to, default: [], ...o },
    ),
  /** Child rows written with their parent. A missing child is hidden when it can be, else deleted. */
  rows: (to: string, o: Marks & { by: string } & Def<Record<string, unknown>[]>) =>
    build<Record<string, unknown>[]>('rows', { type: 'array', maxItems: 500, items: { type: 'object' } }, { to, default: [], ...o }),
  /** Makes a field optional: absent or null means empty. */
  maybe: <T>(field: Field<T>): Field<T | null> => {
    const { pattern: _, ...schema } = field as unknown as Record<string, unknown> & { 'x-field': FieldMeta }
    return { ...schema, 'x-field': { ...field['x-field'], required: false, nullable: true } } as unknown as Field<T | null>
  },
}
