import { Failed, INVALID, invalid, text } from '../http/errors.ts'

/** An id out of a path. @throws Failed INVALID */
export function rowId(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  if (typeof value === 'string' && /^\d{1,15}$/.test(value) && Number(value) > 0) return Number(value)
  throw invalid({ id: text('core:rule.not_exists') })
}

/** The ids of a batch, each once, ascending. Form values and comma lists are read too. @throws Failed INVALID */
export function rowIds(value: unknown): number[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  if (list.length === 0) throw invalid({ ids: text('core:rule.required') })
  if (list.length > 1_000) throw new Failed(INVALID, { ids: [text('core:rule.max_items', { max: 1_000 })] })
  return [...new Set(list.map(rowId))].sort((a, b) => a - b)
}
