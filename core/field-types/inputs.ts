import type { ParsedFields, Field, Fields, FieldOptions } from '../fields/types.ts'
import { parseJson } from './choices.ts'
import { defineFieldType, createField } from './define.ts'
import { idIn } from './numbers.ts'

/**
 * Field types of route and dialog input only: they have no column, so resources do not declare them. Problems inside are reported
 * by path, `lines.0.quantity`.
 */
const inputOnly = { widget: 'json', column: null, normalize: (value: unknown) => value, long: true, inputOnly: true } as const

const itemsKind = defineFieldType({
  ...inputOnly,
  name: 'items',
  parse: parseJson,
  schema: ({ maxItems = 500, minItems }) => ({ type: 'array', maxItems, minItems }),
  docs: 'A list of objects.',
})

/** A list of objects with these fields, at most 500 by default. */
export const items = <F extends Fields>(
  inner: F,
  o: FieldOptions & { minItems?: number; maxItems?: number; default?: [] } = {},
): Field<ParsedFields<F>[]> => createField<ParsedFields<F>[]>(itemsKind, { inner, ...o })

const groupKind = defineFieldType({
  ...inputOnly,
  name: 'group',
  parse: parseJson,
  schema: () => ({ type: 'object' }),
  docs: 'An object.',
})

/** One object with these fields. */
export const group = <F extends Fields>(inner: F, o: FieldOptions = {}): Field<ParsedFields<F>> =>
  createField<ParsedFields<F>>(groupKind, { inner, ...o })

const idsKind = defineFieldType({
  ...inputOnly,
  name: 'ids',
  list: true,
  // Query strings and forms hold texts, separated by commas or repeated.
  normalize: (value) => {
    const parts: unknown = typeof value === 'string' && value ? value.split(',').filter((part) => part.trim()) : value
    return Array.isArray(parts) ? parts.map(idIn) : parts
  },
  // Without duplicates and sorted by id, because rows are locked in this order.
  sanitize: (value: number[], { ordered }) => (ordered ? [...new Set(value)] : [...new Set(value)].sort((a, b) => a - b)),
  schema: ({ maxItems = 1_000, minItems }) => ({
    type: 'array',
    maxItems,
    minItems,
    items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  }),
  messages: { type: 'core:rule.not_exists', short: 'core:rule.required' },
  docs: 'Ids of rows, in an address with commas between them.',
})

/** Ids of rows, each once and ascending, unless they are `ordered`. */
export const ids = (
  o: FieldOptions & { minItems?: number; maxItems?: number; ordered?: boolean; default?: number[] } = {},
): Field<number[]> => createField<number[]>(idsKind, o)

const textsKind = defineFieldType({
  ...inputOnly,
  name: 'texts',
  parse: parseJson,
  schema: ({ maxLength = 1_000, maxItems = 100 }) => ({
    type: 'object',
    maxProperties: maxItems,
    additionalProperties: { type: 'string', maxLength },
  }),
  docs: 'Texts by name.',
})

/** A map of texts whose keys each shop chooses itself. */
export const texts = (
  o: FieldOptions & { maxLength?: number; maxItems?: number; default?: Record<string, string> } = {},
): Field<Record<string, string>> => createField<Record<string, string>>(textsKind, o)

const ticketKind = defineFieldType({
  ...inputOnly,
  name: 'ticket',
  widget: 'text',
  normalize: (value) => (typeof value === 'string' ? value.trim() : ''),
  schema: () => ({ type: 'string', maxLength: 1_000 }),
  docs: 'A signature or code that opens something; anything that is no text opens nothing.',
})

/** A credential such as a code or token. A value of another type is treated as a wrong one, not as a validation error. */
export const ticket = (): Field<string> => createField<string>(ticketKind, { default: '' })
