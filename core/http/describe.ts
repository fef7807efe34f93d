import type { TSchema } from '@sinclair/typebox'
import type { Field, FieldMeta, Fields } from '../fields/types.ts'
import { locales } from '../i18n/locale.ts'
import type { ErrorKind } from './errors.ts'
import type { Media, Schema } from './shapes.ts'

/** What a route is to whoever calls it: one object, for documentation, for made clients, and to hold answers to it in tests. */
export interface Description {
  /** Unique over all routes, `brand.list`. */
  id: string
  /** Resource or part of the product it belongs to. */
  tag: string
  summary: string
  description?: string
  deprecated?: boolean
  params?: Schema
  query?: Schema
  body?: Schema
  /** The call may carry an `Idempotency-Key`. */
  keyed?: boolean
  /** Answers by status; null for an answer without a body. */
  answers: Record<number, Schema | Media | null>
  /** Failures it answers beside those every route may answer. */
  fails?: readonly ErrorKind[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route is; put together when somebody asks. */
    describe?: () => Description
  }
}

const OWN_KEYS = new Set(['x-field', 'kind', 'params', 'static', 'input', 'stored'])

/** The schema of a value as the wire shows it: without our marks, and what may be absent as null. */
export function apiSchema(field: Field | TSchema, inside: Schema = {}): Schema {
  const meta = (field as Partial<Field>)['x-field'] as FieldMeta | undefined
  const plain = Object.fromEntries(Object.entries(field).filter(([name, value]) => !OWN_KEYS.has(name) && value !== undefined))
  if (!meta) return plain
  const described: Schema = { ...plain, ...inside, description: meta.docs ?? meta.type.docs }
  delete described.default
  return meta.nullable ? { anyOf: [described, { type: 'null' }] } : described
}

/** Names of the fields that must be there. */
export const getRequired = (fields: Fields): string[] => Object.keys(fields).filter((name) => fields[name]?.['x-field'].required)

/** Members of an object in a request: required ones must be there, others may be left out or, where they may be empty, null. */
export function inputSchema(fields: Fields, from: 'body' | 'text' = 'body'): Schema {
  const entries = Object.entries(fields).map(([name, field]) => [name, inputValue(field, from)] as const)
  const required = getRequired(fields)
  return { type: 'object', properties: Object.fromEntries(entries), ...(required.length > 0 ? { required } : {}) }
}

/** A value as a request may say it. Addresses and forms hold texts; amounts and decimals may be numbers in JSON. */
export function inputValue(field: Field, from: 'body' | 'text' = 'body'): Schema {
  const meta = field['x-field']
  // An empty text or list stands for nothing.
  const start = String(meta.default ?? '') === '' ? {} : { default: meta.default }
  if (from === 'text') {
    const { type, minimum, maximum } = field as Schema
    const said = type === 'integer' ? { type, minimum, maximum, ...start } : { type: 'string' }
    return { ...said, description: meta.docs ?? meta.type.docs, ...(meta.values ? { enum: meta.values.map(String) } : {}) }
  }
  if (meta.inner) {
    const { required, ...any } = inputSchema(meta.inner)
    // Of a child row that is stored, what is not sent stays.
    const inside = meta.kind === 'rows' || !required ? any : { ...any, required }
    return apiSchema(field, meta.kind === 'group' ? inside : { items: inside })
  }
  const one = apiSchema(field)
  const exact = ['money', 'decimal', 'percent'].includes(meta.kind)
  const loose = exact ? { anyOf: [one, { type: 'number' }] } : one
  return meta.localized ? { anyOf: [loose, localizedSchema(one)], ...start } : { ...loose, ...start }
}

/** Texts by language. */
export const localizedSchema = (one: Schema): Schema => ({
  type: 'object',
  description: 'The value by language.',
  additionalProperties: one,
  propertyNames: { enum: locales },
})
