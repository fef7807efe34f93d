import type { TSchema } from '@sinclair/typebox'
import type { Field, FieldMeta, Fields } from '../fields/types.ts'
import { locales } from '../i18n/locale.ts'
import type { ErrorKind } from './errors.ts'
import type { Media, Schema } from './shapes.ts'

/** Description of a route: used for the documentation, for generated clients, and by tests that validate responses. */
export interface Description {
  /** Unique over all routes, `brand.list`. */
  id: string
  /** Resource or area the route belongs to. */
  tag: string
  summary: string
  description?: string
  deprecated?: boolean
  params?: Schema
  query?: Schema
  body?: Schema
  /** Accepts an `Idempotency-Key` header. */
  keyed?: boolean
  /** Responses by status; null for a response without a body. */
  answers: Record<number, Schema | Media | null>
  /** Errors beside those every route may return. */
  fails?: readonly ErrorKind[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Creates the description on demand. */
    describe?: () => Description
  }
}

const OWN_KEYS = new Set(['x-field', 'kind', 'params', 'static', 'input', 'stored'])

/** JSON schema of a value without internal keywords; nullable values are typed with null. */
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

/** Schema of an object in a request: required members must be present, others may be absent or, when nullable, null. */
export function inputSchema(fields: Fields, from: 'body' | 'text' = 'body'): Schema {
  const entries = Object.entries(fields).map(([name, field]) => [name, inputValue(field, from)] as const)
  const required = getRequired(fields)
  return { type: 'object', properties: Object.fromEntries(entries), ...(required.length > 0 ? { required } : {}) }
}

/** Schema of a value in a request. Query strings and forms hold texts; amounts and decimals may be numbers in JSON. */
export function inputValue(field: Field, from: 'body' | 'text' = 'body'): Schema {
  const meta = field['x-field']
  // An empty text or list is the same as no value.
  const start = String(meta.default ?? '') === '' ? {} : { default: meta.default }
  if (from === 'text') {
    const { type, minimum, maximum } = field as Schema
    const typeSchema = type === 'integer' ? { type, minimum, maximum, ...start } : { type: 'string' }
    return { ...typeSchema, description: meta.docs ?? meta.type.docs, ...(meta.values ? { enum: meta.values.map(String) } : {}) }
  }
  if (meta.inner) {
    const { required, ...any } = inputSchema(meta.inner)
    // In an existing child row, absent members stay unchanged.
    const inside = meta.kind === 'rows' || !required ? any : { ...any, required }
    return apiSchema(field, meta.kind === 'group' ? inside : { items: inside })
  }
  const valueSchema = apiSchema(field)
  const exact = ['money', 'decimal', 'percent'].includes(meta.kind)
  const loose = exact ? { anyOf: [valueSchema, { type: 'number' }] } : valueSchema
  return meta.localized ? { anyOf: [loose, localizedSchema(valueSchema)], ...start } : { ...loose, ...start }
}

/** Texts by language. */
export const localizedSchema = (valueSchema: Schema): Schema => ({
  type: 'object',
  description: 'The value by language.',
  additionalProperties: valueSchema,
  propertyNames: { enum: locales },
})
