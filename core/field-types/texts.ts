import type { FieldMeta, FieldType } from '../fields/types.ts'
import type { Widget } from '../fields/api-types.ts'
import { message as say } from '../http/errors.ts'
import { defineFieldType, createFieldBuilder } from './define.ts'

/** Length limits of a text, in characters. */
export interface Lengths {
  minLength?: number
  maxLength?: number
}

/** Schema of a text. A required one must contain more than white space; one with a default may be empty. */
export const textSchema = ({ required, minLength, maxLength }: FieldMeta, format?: string): Record<string, unknown> => ({
  type: 'string',
  ...(required ? { pattern: '\\S' } : {}),
  ...(minLength ? { minLength } : {}),
  ...(maxLength === undefined ? {} : { maxLength }),
  ...(format === undefined ? {} : { format }),
})

/** Defines a text field type. `format` names the schema format and the message key when it does not match. */
const written = (
  name: Widget,
  docs: string,
  { format, ...rest }: Partial<FieldType> & { format?: [format: string, says: string] } = {},
): FieldType =>
  defineFieldType({
    name,
    widget: name,
    column: 'text',
    schema: (m) => textSchema(m, format?.[0]),
    docs,
    ...(format ? { messages: { format: format[1] } } : {}),
    ...rest,
  })

/** Stored exactly as typed, with leading and trailing blanks. */
const asTyped = (value: unknown) => value

/** Line breaks become spaces. Bidirectional control characters are removed, because they reorder the text that follows. */
const line = (typed: unknown) =>
  typeof typed === 'string'
    ? typed
        .replaceAll(/[\t-\r\u0085\u2028\u2029]+/g, ' ')
        .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
        .trim()
    : typed

/** One line of text. */
export const text = createFieldBuilder<string, Lengths>(written('text', 'One line of text.', { blankText: true, normalize: line }), {
  maxLength: 255,
})

/** Several lines of plain text. */
export const area = createFieldBuilder<string, Lengths>(written('area', 'Several lines of plain text.', { long: true, blankText: true }), {
  maxLength: 5_000,
})

/** Code (styles, scripts): stored as written, guarded by the permission in `needs`. */
export const code = createFieldBuilder<string, Lengths>(
  written('code', 'Styles or scripts, stored as written.', { long: true, blankText: true, normalize: asTyped, display: 'none' }),
  { maxLength: 200_000 },
)

/** Part of a URL: letters, digits, Chinese characters, hyphens, underscores, dots. */
export const slug = createFieldBuilder<string, Lengths>(
  written('slug', 'Part of an address: letters of any script, digits, hyphens, underscores, dots.', { format: ['slug', 'core:rule.slug'] }),
  { maxLength: 120 },
)

/** A machine-readable key: lowercase letters, digits and _, beginning with a letter. */
export const key = createFieldBuilder<string, Lengths>(
  written('text', 'A word for machines: lowercase letters, digits and _, a letter first.', {
    name: 'key',
    format: ['key', 'core:rule.key_format'],
    findProblem: (value: string) => (/^[a-z]/.test(value) ? undefined : say('core:rule.key_start')),
  }),
  { maxLength: 60 },
)

/** An e-mail address, stored in lower case. */
export const email = createFieldBuilder<string>(
  written('email', 'An address of a mailbox, kept in lower case.', {
    normalize: (value) => (typeof value === 'string' ? value.trim().normalize('NFC').toLowerCase() : value),
    format: ['email', 'core:rule.email'],
  }),
  { maxLength: 254 },
)

/** An http or https address. */
export const url = createFieldBuilder<string>(
  written('url', 'An http or https address.', { format: ['http-url', 'core:rule.url'], display: 'link' }),
  {
    maxLength: 2_000,
  },
)

/** A telephone number in any usual notation. */
export const phone = createFieldBuilder<string>(
  written('phone', 'A telephone number: digits, spaces, brackets, + and -.', { format: ['phone', 'core:rule.phone'] }),
  { maxLength: 30 },
)

// #abc is short for #aabbcc.
const longColour = (typed: string) => typed.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, '#$1$1$2$2$3$3')

/** A colour as #rrggbb. */
export const colour = createFieldBuilder<string>(
  written('colour', 'A colour as #rrggbb.', {
    normalize: (value) => (typeof value === 'string' ? longColour(value.trim().toLowerCase()) : value),
    format: ['colour', 'core:rule.colour'],
    display: 'none',
  }),
  { maxLength: 7 },
)

/** Write-only; the declaring resource hashes it in a hook. 8 to 128 characters; an existing password may be shorter. */
export const password = createFieldBuilder<string, Lengths>(
  defineFieldType({
    name: 'password',
    widget: 'password',
    // The hooks of the declaring resource store a hash in a column of its own.
    column: null,
    long: true,
    normalize: asTyped,
    // An existing password is not checked against the rules for new ones.
    schema: ({ minLength = 8, ...m }) => textSchema({ ...m, minLength, required: false }, minLength < 8 ? 'password' : 'new-password'),
    messages: { short: 'core:rule.password', format: 'core:rule.common_password' },
    docs: 'A password as it was typed; write-only.',
  }),
  { minLength: 8, maxLength: 128, sheet: false },
)
