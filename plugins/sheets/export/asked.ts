import type { ListQuery, Resource } from 'stoa/engine'

/** Kinds whose values say which rows are meant and nothing anybody typed. */
const plain = new Set(['flag', 'int', 'money', 'decimal', 'percent', 'date', 'instant', 'time', 'duration', 'one', 'many', 'any'])

/** Stands for words somebody looked for. */
const WORDS = '…'

/** Whether what stands behind a parameter of a list is one of a few, a number or a time. */
function isPlain(r: Resource, parameter: string): boolean {
  const [name = '', operator] = parameter.split('__')
  if (operator === 'empty' || ['sort', 'language', 'created_at', 'updated_at'].includes(name)) return true
  const meta = r.byName.get(name)?.meta
  return operator !== 'like' && meta !== undefined && (plain.has(meta.kind) || meta.values !== undefined || meta.named !== undefined)
}

/**
 * What the audit log keeps of an export: by what its rows were chosen, and how many there were. Words that were looked for are left out:
 * they are names and addresses of persons, and whoever reads the log may be somebody else.
 */
export const getKept = (r: Resource, query: ListQuery, rows: number): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([parameter, value]) => [parameter, isPlain(r, parameter) ? value : WORDS]),
  ),
  rows,
})
