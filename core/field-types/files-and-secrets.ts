import type { TSchema } from '@sinclair/typebox'
import type { Field, FieldMeta, FilePathWithin, FieldOptions, ReplaceReference } from '../fields/types.ts'
import { isSealed, seal, SEALED, unseal } from '../access/seal.ts'
import { message } from '../http/errors.ts'
import { defineFieldType, createField, createFieldBuilder } from './define.ts'
import { parseJson } from './choices.ts'
import { textSchema } from './texts.ts'

const path = (name: 'image' | 'file', docs: string) =>
  createFieldBuilder<string>(
    defineFieldType({
      name,
      display: 'none',
      widget: name,
      column: 'text',
      schema: (m) => textSchema(m, `${name}-path`),
      messages: { format: 'core:rule.image' },
      docs,
    }),
    { maxLength: 255 },
  )

/** Path of an uploaded image. */
export const image = path('image', 'Path of an uploaded picture.')

/** Path of an uploaded file. */
export const file = path('file', 'Path of an uploaded file.')

const jsonKind = defineFieldType({
  name: 'json',
  display: 'none',
  widget: 'json',
  column: 'jsonb',
  long: true,
  parse: parseJson,
  normalize: (value) => value,
  sanitize: (value: unknown, { clean }) => (clean ? clean(value as never) : value),
  toDb: (value) => (value === undefined || value === null ? null : JSON.stringify(value)),
  schema: ({ shape }) => ({ ...shape }),
  docs: 'JSON of a declared shape, for values with a screen of their own.',
})

/**
 * JSON, for values with an editor of their own. `shape` is the JSON schema that every value is checked against, whatever its
 * origin. A field of a resource has one, with the check constraint `<table>_<field>_shape` behind it. `clean` returns the part of a
 * valid value that is stored, `references` the value with its row ids replaced, `filePaths` the paths of uploads in it.
 */
export const json = <T = unknown>(
  o: FieldOptions & {
    default?: T
    shape?: TSchema
    clean?: (value: unknown) => T | Promise<T>
    references?: (value: T, replace: ReplaceReference, kernel: never) => unknown
    filePaths?: (value: T) => Iterable<FilePathWithin>
  } = {},
): Field<T, T | Partial<Record<string, T>>> => createField(jsonKind, o)

/** A location: its description, and its coordinates when known. */
export interface Place {
  text: string
  latitude: number | null
  longitude: number | null
}

const bound = (most: number) => ({ anyOf: [{ type: 'number', minimum: -most, maximum: most }, { type: 'null' }] })

const isJson = (typed: string) => typed.trim().startsWith('{')

/** Parses "22.2819,114.1589 Star Ferry", a description alone, or JSON. @throws BadText */
function getPlace(typed: string): unknown {
  if (isJson(typed)) return parseJson(typed)
  const parts = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*(.*)$/s.exec(typed)
  if (!parts) return { text: typed.trim(), latitude: null, longitude: null }
  return { text: parts[3]?.trim() ?? '', latitude: Number(parts[1]), longitude: Number(parts[2]) }
}

/** A location: a description, with coordinates when known. */
export const place = createFieldBuilder<Place>(
  defineFieldType({
    name: 'place',
    display: 'none',
    widget: 'place',
    column: 'jsonb',
    long: true,
    parse: getPlace,
    normalize: (value) => (typeof value === 'string' && !isJson(value) ? getPlace(value) : value),
    sanitize: ({ text, latitude = null, longitude = null }: Place) => ({ text: text.trim(), latitude, longitude }),
    toDb: (value) => (value === undefined || value === null ? null : JSON.stringify(value)),
    schema: () => ({
      type: 'object',
      required: ['text'],
      additionalProperties: false,
      properties: { text: { type: 'string', maxLength: 500 }, latitude: bound(90), longitude: bound(180) },
    }),
    messages: { type: 'core:rule.place' },
    docs: 'A place: its words, and latitude and longitude when they are known.',
  }),
)

const sealedKind = defineFieldType({
  name: 'sealed',
  widget: 'password',
  column: 'text',
  long: true,
  sanitize: (value: string, _meta, config) => {
    if (!config) throw new Error('a secret is sealed with the row it stands in; an input that is no row holds none')
    return unseal(config, SEALED, value) === undefined ? seal(config, SEALED, value) : value
  },
  // An encrypted value is longer than the input.
  findProblem: (value: string, { maxLength = 2_000 }) =>
    !isSealed(value) && value.length > maxLength ? message('core:rule.max_length', { max: maxLength }) : undefined,
  schema: ({ required }) => textSchema({ required } as FieldMeta),
  docs: 'A secret, sealed before it is stored and never answered: reads say whether it is set.',
})

/**
 * A secret that the product must be able to read again: encrypted with the shop's key, never returned. With `readNeeds`, holders of
 * that permission read, write, import and export it; for all others the field does not exist.
 */
export const sealed = (o: FieldOptions & { maxLength?: number; readNeeds?: string } = {}): Field<string> =>
  createField<string>(sealedKind, {
    maxLength: 2_000,
    ...o,
    secret: true,
    ...(o.readNeeds === undefined ? { sheet: false as const } : { needs: o.readNeeds }),
  })
