import type { Field, FieldMeta, FieldOptions } from '../fields/types.ts'
import { fileGroups, uploadLimit } from '../file/file-type.ts'
import { HeldFile } from '../file/api-types.ts'
import { BadText, defineFieldType, createField } from './define.ts'

const idIn = (value: unknown): unknown => (value !== null && typeof value === 'object' && 'id' in value ? value.id : value)

const privateFileKind = defineFieldType({
  name: 'privateFile',
  widget: 'private-file',
  // The id and not the path, so that a foreign key keeps the file while it is referred to.
  column: 'bigint',
  parse: (typed) => {
    if (!/^\d{1,15}$/.test(typed.trim())) throw new BadText('core:rule.private_file')
    return Number(typed)
  },
  // Forms send back the value they were given.
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

/** Options of private file fields: they cannot be sorted, translated or set in batches. */
type FileMarks = Pick<FieldOptions, 'list' | 'form' | 'group' | 'showIf' | 'readOnly' | 'missing' | 'says' | 'needs'> & { sheet?: false }

/**
 * A private file that belongs to the row: uploaded by whoever writes the row, readable by whoever may read the row, deleted with
 * it. `needs` also guards its bytes.
 * @param o `accept`: the allowed file types, every known type when absent; `maxBytes`: at most the limit of uploads
 */
export function privateFile(
  o: FileMarks & { accept?: readonly (keyof typeof fileGroups)[]; maxBytes?: number } = {},
): Field<HeldFile, number, HeldFile> {
  const { accept = ['any'], maxBytes = uploadLimit, ...marks } = o
  if (maxBytes > uploadLimit) throw new Error(`a private file of ${maxBytes} bytes: uploads have ${uploadLimit} at most`)
  const mimes = [...new Set(accept.flatMap((group) => fileGroups[group]))]
  return createField<HeldFile, number, HeldFile>(privateFileKind, { ...marks, accept: mimes, maxBytes } satisfies Partial<FieldMeta>)
}
