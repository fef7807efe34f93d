import { matchVariants, isSameChoice } from '../../domain/identity.ts'
import { blank, getChoice, hidden, type Stock, type StockLine, getValues } from './input.ts'

/** Matches stock items without an id to existing rows with the same option values. */
export function matchStocks(lines: readonly StockLine[], before: readonly Stock[]): StockLine[] {
  const lineIds = new Set(lines.map(({ id }) => id))
  const free = before.filter((row) => !lineIds.has(row.id))
  const fresh = lines.filter((line) => line.id === undefined && !hidden(line))
  const found = matchVariants(
    fresh.map((line) => getChoice(line) ?? {}),
    free.map((row) => ({ values: getValues(row), visibled: row.visibled })),
  )
  const rows = new Map(fresh.map((line, i) => [line, free[found[i] ?? -1]]))
  return lines.map((line) => {
    const row = rows.get(line)
    return row ? asRow(line, row) : line
  })
}

/** Absent or blank values stay, and so do child rows of other plugins, unless they are named. */
function asRow(line: StockLine, row: Stock): StockLine {
  const filledLine: StockLine = Object.fromEntries(Object.entries(line).filter(([, value]) => !blank(value) && !isUnnamed(value)))
  return { ...filledLine, id: row.id, visibled: true }
}

/** Whether no child row names an existing one. */
const isUnnamed = (value: unknown): boolean =>
  Array.isArray(value) && !value.some((item: unknown) => typeof item === 'object' && item !== null && 'id' in item && item.id !== undefined)

const placeholder = new Set(['id', 'order', 'sku', 'values'])

/**
 * An import finds stock items by sku. A row with the same option values and another sku matches the existing row,
 * unless the import also contains that row.
 */
export function restoreStocks(lines: readonly StockLine[], before: readonly Stock[]): StockLine[] {
  const free = new Map(before.filter((row) => row.visibled).map((row) => [row.id, row]))
  for (const line of lines) if (Object.keys(line).some((name) => !placeholder.has(name))) free.delete(line.id ?? 0)
  const matchedLines = new Map<number, StockLine>()
  const rest = lines.filter((line) => {
    if (line.id !== undefined) return true
    const row = [...free.values()].find((candidate) => isSameChoice(getValues(candidate), getChoice(line) ?? {}))
    if (!row) return true
    free.delete(row.id)
    matchedLines.set(row.id, { ...line, id: row.id })
    return false
  })
  return rest.map((line) => ({ ...line, ...matchedLines.get(line.id ?? 0) }))
}
