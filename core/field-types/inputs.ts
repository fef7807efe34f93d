import type { AnswerOf, Field, Fields, FieldOptions } from '../fields/types.ts'
import { parseJson } from './choices.ts'
import { defineFieldType, createField } from './define.ts'
import { idIn } from './numbers.ts'

/**
 * Kinds of what a route or a dialog is asked, beside those of columns: they have no column, so a resource declares none
 * of them. What is wrong inside is told by its path, `lines.0.quantity`.
 */
const inputOnly = { widget: 'json', column: null, normalize: (value: unknown) => value, long: true, inputOnly: true } as const

const itemsKind = defineFieldType({
  ...inputOnly,
  name: 'items',
  parse: parseJson,
  schema: ({ maxItems = 500, minItems }) => ({ type: 'array', maxItems, minItems }),
  docs: 'A list of objects.',
})

/** A list of objects of these fields, at most 500 unless said otherwise. */
export const items = <F extends Fields>(
  inner: F,
  o: FieldOptions & { minItems?: number; maxItems?: number; default?: [] } = {},
): Field<AnswerOf<F>[]> => createField<AnswerOf<F>[]>(itemsKind, { inner, ...o })

const groupKind = defineFieldType({
  ...inputOnly,
  name: 'group',
  parse: parseJson,
  schema: () => ({ type: 'object' }),
  docs: 'An object.',
})

/** One object of these fields. */
export const group = <F extends Fields>(inner: F, o: FieldOptions = {}): Field<AnswerOf<F>> =>
  createField<AnswerOf<F>>(groupKind, { inner, ...o })

const idsKind = defineFieldType({
  ...inputOnly,
  name: 'ids',
  list: true,
  // Addresses and forms hold texts, with commas or one by one.
  normalize: (value) => {
    const parts: unknown = typeof value === 'string' && value ? value.split(',').filter((part) => part.trim()) : value
    return Array.isArray(parts) ? parts.map(idIn) : parts
  },
  // The same row named twice is one row; in order of ids, as rows are locked.
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

/** Texts by name, for what each shop names as it likes. */
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

/** What opens something to whoever shows it. A value of another type is no mistake to tell of: it opens nothing, as a wrong one. */
export const ticket = (): Field<string> => createField<string>(ticketKind, { default: '' })
