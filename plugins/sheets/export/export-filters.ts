import type { ListQuery, Resource } from 'stoa/engine'

/** Field types whose filter values contain no free text. */
const plain = new Set(['flag', 'int', 'money', 'decimal', 'percent', 'date', 'instant', 'time', 'duration', 'one', 'many', 'any'])

/** Placeholder for a search text. */
const WORDS = '…'

/** Whether a parameter of a list takes a fixed choice, a number or a time. */
function isPlain(r: Resource, parameter: string): boolean {
  const [name = '', operator] = parameter.split('__')
  if (operator === 'empty' || ['sort', 'language', 'created_at', 'updated_at'].includes(name)) return true
  const meta = r.byName.get(name)?.meta
  return operator !== 'like' && meta !== undefined && (plain.has(meta.kind) || meta.values !== undefined || meta.named !== undefined)
}

/**
 * The audit log entry of an export: its filters and the number of rows. Search texts are redacted, because they often are names and e-mail
 * addresses, and readers of the log may not be allowed to see them.
 */
export const getRecordedQuery = (r: Resource, query: ListQuery, rows: number): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([parameter, value]) => [parameter, isPlain(r, parameter) ? value : WORDS]),
  ),
  rows,
})
