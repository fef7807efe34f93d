import type { Field, FieldMeta, FieldOptions } from '../fields/types.ts'
import { fileGroups, uploadLimit } from '../file/file-type.ts'
import { HeldFile } from '../file/api-types.ts'
import { BadText, defineFieldType, createField } from './define.ts'

const idIn = (value: unknown): unknown => (value !== null && typeof value === 'object' && 'id' in value ? value.id : value)

const privateFileKind = defineFieldType({
  name: 'privateFile',
  widget: 'private-file',
  // The id and not the path: a row the database knows to be referred to cannot go before what refers to it.
  column: 'bigint',
  parse: (typed) => {
    if (!/^\d{1,15}$/.test(typed.trim())) throw new BadText('core:rule.private_file')
    return Number(typed)
  },
  // Forms send back what they were shown.
  normalize: idIn,
  toComparable: idIn,
  sanitize: (value: number, _meta, config) => {
    if (!config) throw new Error('a private file is claimed by the row it stands in: write it by an update, and ask no dialog for it')
    return value
  },
  toDb: (value) => idIn(value),
  answer: HeldFile,
  schema: () => ({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  messages: { type: 'core:rule.private_file' },
  docs: 'The id of a private upload, which the row then owns; reads tell its name, type, size and address.',
})

/** What a field of private files may be marked with: there is no order, no language and no batch of them. */
type FileMarks = Pick<FieldOptions, 'list' | 'form' | 'group' | 'showIf' | 'readOnly' | 'missing' | 'says' | 'needs'> & { sheet?: false }

/**
 * A private file that belongs to the row: brought in by whoever writes the row, read by whoever may read it, gone with it.
 * `needs` holds for reading its bytes too.
 * @param o `accept`: what it may be, anything we know when absent; `maxBytes`: at most what uploads may have
 */
export function privateFile(
  o: FileMarks & { accept?: readonly (keyof typeof fileGroups)[]; maxBytes?: number } = {},
): Field<HeldFile, number, HeldFile> {
  const { accept = ['any'], maxBytes = uploadLimit, ...marks } = o
  if (maxBytes > uploadLimit) throw new Error(`a private file of ${maxBytes} bytes: uploads have ${uploadLimit} at most`)
  const mimes = [...new Set(accept.flatMap((group) => fileGroups[group]))]
  return createField<HeldFile, number, HeldFile>(privateFileKind, { ...marks, accept: mimes, maxBytes } satisfies Partial<FieldMeta>)
}
