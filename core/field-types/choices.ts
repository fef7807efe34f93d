import type { Field, FieldMeta, FieldOptions } from '../fields/types.ts'
import { BadText, defineFieldType, createField, createFieldBuilder } from './define.ts'

const words = { yes: new Set(['1', 'true', 'yes', 'y', 'on', '是']), no: new Set(['0', 'false', 'no', 'n', 'off', '否', '']) }

const flagKind = defineFieldType({
  name: 'flag',
  widget: 'switch',
  column: 'boolean',
  parse: (typed) => {
    const word = typed.trim().toLowerCase()
    if (words.yes.has(word)) return true
    if (words.no.has(word)) return false
    throw new BadText('core:rule.boolean')
  },
  normalize: (value) => (value === 1 ? true : value === 0 ? false : value),
  schema: () => ({ type: 'boolean' }),
  messages: { type: 'core:rule.boolean' },
  docs: 'Yes or no. Forms and sheets may say 1, 0, true, false, yes, no.',
})

/** A boolean. */
export const flag = (o: FieldOptions & { default: boolean }): Field<boolean> => createField<boolean>(flagKind, o)

const parseChoice = (typed: string, { values = [] }: FieldMeta): string | number =>
  values.find((v) => String(v).toLowerCase() === typed.trim().toLowerCase()) ?? typed

const pickKind = defineFieldType({
  name: 'pick',
  widget: 'pick',
  column: ({ values }) => (typeof values?.[0] === 'number' ? 'integer' : 'text'),
  parse: parseChoice,
  // With no values nothing can be chosen; JSON schema does not allow an empty `enum`.
  schema: ({ values = [] }) => (values.length > 0 ? { enum: [...values] } : { not: {} }),
  docs: 'One of a closed list of words.',
})

/** One of a closed list of values. */
export const pick = <const V extends readonly (string | number)[]>(
  values: V,
  o: FieldOptions & { default?: V[number] } = {},
): Field<V[number]> => createField<V[number]>(pickKind, { values, ...o })

/** Parses a typed list: JSON, or parts separated by `|`. @throws BadText */
export function parseList(typed: string): string[] {
  const value = typed.trim()
  if (value === '') return []
  if (value.startsWith('[')) {
    const parsed = parseJson(value)
    if (!Array.isArray(parsed) || parsed.some((part) => part === null || typeof part === 'object')) throw new BadText('core:rule.json')
    return parsed.map(String)
  }
  return value
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Parses typed JSON. @throws BadText */
export function parseJson(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    throw new BadText('core:rule.json')
  }
}

const picksKind = defineFieldType({
  name: 'picks',
  widget: 'picks',
  column: 'text[]',
  cell: 'list',
  list: true,
  parse: (typed, meta) => parseList(typed).map((part) => parseChoice(part, meta)),
  // In the order of the declaration, so that the same choice is not a change.
  sanitize: (value: string[], { values = [] }) => values.filter((v) => value.includes(v as string)),
  schema: ({ values = [] }) => ({ type: 'array', uniqueItems: true, maxItems: values.length, items: { enum: [...values] } }),
  docs: 'Several of a closed list of words.',
})

/** Several of a closed list of values, stored in the order of that list. */
export const picks = <const V extends readonly string[]>(values: V, o: FieldOptions & { default?: V[number][] } = {}): Field<V[number][]> =>
  createField<V[number][]>(picksKind, { values, default: [], ...o })

/** A list of short texts. */
export const tags = createFieldBuilder<string[], { maxItems?: number }>(
  defineFieldType({
    name: 'tags',
    widget: 'tags',
    column: 'text[]',
    cell: 'list',
    list: true,
    parse: parseList,
    normalize: (value) => (Array.isArray(value) ? value.map((v: unknown) => (typeof v === 'string' ? v.trim() : v)) : value),
    schema: ({ maxItems }) => ({ type: 'array', maxItems, items: { type: 'string', minLength: 1, maxLength: 255 } }),
    docs: 'A list of short texts.',
  }),
  { default: [], maxItems: 500 },
)
