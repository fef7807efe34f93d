import { headerKey } from '../source/cell.ts'
import type { Line } from '../source/line.ts'
import type { Mapping } from './mapping.ts'

/**
 * Adds a virtual column with the line that lists each line as its part. Holds the whole file in memory. Without `parents` in the mapping
 * the lines stay unchanged.
 */
export async function withParents<S extends { header: readonly string[]; width: number; lines: AsyncIterable<Line> }>(
  sheet: S,
  { parents, parse }: Mapping,
): Promise<S> {
  const at = (name: string) => sheet.header.findIndex((header) => headerKey(header) === headerKey(name))
  const [list, key] = [at(parents?.list ?? ''), at(parents?.key ?? '')]
  const { items, pairs } = parse?.[parents?.list ?? ''] ?? {}
  if (!parents || list < 0 || key < 0 || items === undefined || pairs === undefined) return sheet
  const lines: Line[] = []
  const parentByChild = new Map<string, string>()
  const begins = `${parents.name}=`
  for await (const line of sheet.lines) {
    lines.push(line)
    for (const item of (line.cells[list] ?? '').split(items)) {
      const named = item.split(pairs).find((pair) => pair.trim().startsWith(begins))
      if (named !== undefined) parentByChild.set(named.trim().slice(begins.length), (line.cells[key] ?? '').trim())
    }
  }
  // After the last column, so that the indexes of the others do not change.
  const place = sheet.width
  async function* all() {
    for (const line of lines) {
      const cells = [...line.cells]
      while (cells.length < place) cells.push('')
      cells.splice(place, 0, parentByChild.get((line.cells[key] ?? '').trim()) ?? '')
      yield { ...line, cells }
    }
  }
  const header = [...sheet.header, ...Array.from({ length: place - sheet.header.length }, () => ''), parents.as]
  return { ...sheet, header, width: place + 1, lines: all() }
}
