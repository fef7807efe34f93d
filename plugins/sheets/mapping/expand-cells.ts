import { headerKey } from '../source/cell.ts'
import type { Line } from '../source/line.ts'
import type { Mapping } from './mapping.ts'

/** A file with its structured cells expanded: the header with additional columns, and a function that expands each line. */
export interface Unfolded {
  header: readonly string[]
  lines(line: Line): Line[]
}

interface Parsed {
  at: number
  items: string
  pairs: string | undefined
  apart: boolean
  lastSeparator: boolean
  /** Indexes of the values that a mapping names. */
  places: ReadonlyMap<string, number>
}

/**
 * Expands the cells of `mapping.parse`. Adds a column for each name that the mapping uses. Lines created from items keep, besides the
 * values of the item, only the columns in `stay`, which identify record and row.
 */
export function unfold(mapping: Mapping, header: readonly string[], stay: readonly string[]): Unfolded {
  const indexByKey = new Map(header.map((h, i) => [headerKey(h), i]))
  const all = [...header]
  const columnNames = Object.keys(mapping.columns)
  const parsed = Object.entries(mapping.parse ?? {}).flatMap(([name, rule]): Parsed[] => {
    const at = indexByKey.get(headerKey(name))
    if (at === undefined) return []
    const places = new Map(
      columnNames.filter((column) => column.startsWith(`${name}.`)).map((column) => [column.slice(name.length + 1), all.push(column) - 1]),
    )
    return [{ at, items: rule.items, pairs: rule.pairs, apart: rule.apart ?? false, lastSeparator: rule.lastSeparator ?? false, places }]
  })
  if (parsed.length === 0) return { header, lines: (line) => [line] }
  const keptIndexes = stay.flatMap((name) => indexByKey.get(headerKey(name)) ?? [])
  return { header: all, lines: (line) => [...split(line, parsed, keptIndexes)] }
}

function* split(line: Line, parsed: readonly Parsed[], keptIndexes: readonly number[]): Generator<Line> {
  const mainLine: Line = { ...line, cells: [...line.cells] }
  const further: Line[] = []
  for (const p of parsed) {
    const items = (line.cells[p.at] ?? '').split(p.items).filter((item) => item.trim() !== '')
    const apart = p.apart ? items : items.slice(1)
    if (!p.apart && items[0] !== undefined) put(mainLine, p, items[0])
    for (const item of apart) {
      const next: Line = { line: line.line, cells: [] }
      for (const at of keptIndexes) next.cells[at] = line.cells[at] ?? ''
      put(next, p, item)
      further.push(next)
    }
  }
  yield mainLine
  yield* further
}

function pairsIn({ pairs, lastSeparator }: Parsed, item: string): readonly string[] {
  if (pairs === undefined) return [item]
  const at = lastSeparator ? item.lastIndexOf(pairs) : -1
  return at < 0 ? item.split(pairs) : [item.slice(0, at), item.slice(at + pairs.length)]
}

function put(line: Line, parsed: Parsed, item: string): void {
  const { places } = parsed
  for (const [i, pair] of pairsIn(parsed, item).entries()) {
    const cut = pair.indexOf('=')
    const [key, value] = cut < 0 ? ['', pair.trim()] : [pair.slice(0, cut).trim(), pair.slice(cut + 1).trim()]
    for (const [name, text] of [
      [key, value],
      [`key${i + 1}`, key],
      [`value${i + 1}`, value],
    ] as const) {
      const at = places.get(name)
      if (at !== undefined) line.cells[at] = text
    }
  }
}
