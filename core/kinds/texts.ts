import type { FieldMeta } from '../fields/types.ts'
import { defineKind, fieldsOf } from './define.ts'

/** Bounds of a text, in characters. */
export interface Lengths {
  minLength?: number
  maxLength?: number
}

/** Schema of a text. A required one must hold more than white space; one with a default may be emptied. */
export const textSchema = ({ required, minLength, maxLength }: FieldMeta, format?: string): Record<string, unknown> => ({
  type: 'string',
  ...(required ? { pattern: '\\S' } : {}),
  ...(minLength ? { minLength } : {}),
  ...(maxLength === undefined ? {} : { maxLength }),
  ...(format === undefined ? {} : { format }),
})

const line = { column: 'text', cell: 'text' } as const

/** One line of text. */
export const text = fieldsOf<string, Lengths>(
  defineKind({ ...line, name: 'text', widget: 'text', blankText: true, schema: (m) => textSchema(m), docs: 'One line of text.' }),
  { maxLength: 255 },
)

/** Several lines of plain text. */
export const area = fieldsOf<string, Lengths>(
  defineKind({
    ...line,
    name: 'area',
    widget: 'area',
    long: true,
    blankText: true,
    schema: (m) => textSchema(m),
    docs: 'Several lines of plain text.',
  }),
  { maxLength: 5_000 },
)

/** Code by intent (styles, scripts): stored as written, guarded by the permission in `needs`. */
export const code = fieldsOf<string, Lengths>(
  defineKind({
    ...line,
    name: 'code',
    widget: 'code',
    long: true,
    blankText: true,
    settle: (value) => value,
    schema: (m) => textSchema(m),
    docs: 'Styles or scripts, stored as written.',
  }),
  { maxLength: 200_000 },
)

/** Part of an address: letters, digits, Chinese characters, hyphens, underscores, dots. */
export const slug = fieldsOf<string, Lengths>(
  defineKind({
    ...line,
    name: 'slug',
    widget: 'slug',
    schema: (m) => textSchema(m, 'slug'),
    says: { format: 'core:rule.slug' },
    docs: 'Part of an address: letters of any script, digits, hyphens, underscores, dots.',
  }),
  { maxLength: 120 },
)

/** A word for machines: lowercase letters, digits and _, a letter first. */
export const key = fieldsOf<string, Lengths>(
  defineKind({
    ...line,
    name: 'key',
    widget: 'text',
    schema: (m) => textSchema(m, 'key'),
    says: { format: 'core:rule.key_format' },
    docs: 'A word for machines: lowercase letters, digits and _, a letter first.',
  }),
  { maxLength: 60 },
)

/** An address of a mailbox, kept in lower case. */
export const email = fieldsOf<string>(
  defineKind({
    ...line,
    name: 'email',
    widget: 'email',
    settle: (value) => (typeof value === 'string' ? value.trim().normalize('NFC').toLowerCase() : value),
    schema: (m) => textSchema(m, 'email'),
    says: { format: 'core:rule.email' },
    docs: 'An address of a mailbox, kept in lower case.',
  }),
  { maxLength: 254 },
)

/** An http or https address. */
export const url = fieldsOf<string>(
  defineKind({
    ...line,
    name: 'url',
    widget: 'url',
    schema: (m) => textSchema(m, 'http-url'),
    says: { format: 'core:rule.url' },
    docs: 'An http or https address.',
  }),
  { maxLength: 2_000 },
)

/** A telephone number as people write it. */
export const phone = fieldsOf<string>(
  defineKind({
    ...line,
    name: 'phone',
    widget: 'phone',
    schema: (m) => textSchema(m, 'phone'),
    says: { format: 'core:rule.phone' },
    docs: 'A telephone number: digits, spaces, brackets, + and -.',
  }),
  { maxLength: 30 },
)

/** A colour as #rrggbb. */
export const colour = fieldsOf<string>(
  defineKind({
    ...line,
    name: 'colour',
    widget: 'colour',
    // #abc is short for #aabbcc.
    settle: (value) =>
      typeof value === 'string'
        ? value
            .trim()
            .toLowerCase()
            .replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, '#$1$1$2$2$3$3')
        : value,
    schema: (m) => textSchema(m, 'colour'),
    says: { format: 'core:rule.colour' },
    docs: 'A colour as #rrggbb.',
  }),
  { maxLength: 7 },
)

/** Write-only; whoever declares it hashes it in a hook. At least 8 characters unless it is one that was chosen before, at most 128. */
export const password = fieldsOf<string, Lengths>(
  defineKind({
    name: 'password',
    widget: 'password',
    // Stored as a hash in a column of its own, by the hooks of whoever declares it.
    column: null,
    long: true,
    settle: (value) => value,
    schema: ({ minLength, maxLength }) => ({ type: 'string', minLength, maxLength, format: 'password' }),
    says: { short: 'core:rule.password' },
    docs: 'A password as it was typed; write-only.',
  }),
  { minLength: 8, maxLength: 128, sheet: false },
)
