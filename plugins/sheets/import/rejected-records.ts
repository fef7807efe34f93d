import type { OutCell } from '../export/write-cells.ts'
import type { Line } from '../source/line.ts'
import type { ImportError, ImportRow } from '../api-types.ts'

/** First line of a record, and whether the record was rejected. */
export interface Start {
  line: number
  failed: boolean
  /** Line numbers, where they are not consecutive. */
  lines?: readonly number[]
}

/** Position of a record in a result. */
export const getStart = ({ row, lines, action }: Pick<ImportRow, 'row' | 'lines' | 'action'>): Start => ({
  line: row,
  failed: action === 'error',
  ...(lines ? { lines } : {}),
})

/** The lines of rejected records with a column for the reasons, so that they can be corrected and imported separately. */
export async function* refusedLines(
  sheet: { header: readonly string[]; lines: AsyncIterable<Line> },
  starts: readonly Start[],
  errors: readonly ImportError[],
): AsyncGenerator<OutCell[][]> {
  const reasons = new Map<number, string[]>()
  for (const e of errors) reasons.set(e.row, [...(reasons.get(e.row) ?? []), [e.column, e.error].filter(Boolean).join(': ')])
  const apart = new Map(starts.flatMap(({ lines = [], failed }) => lines.map((line) => [line, failed] as const)))
  const inOrder = starts.toSorted((a, b) => a.line - b.line)
  let next = 0
  for await (const line of sheet.lines) {
    while (next < inOrder.length && (inOrder[next]?.line ?? 0) <= line.line) next++
    if (!(apart.get(line.line) ?? inOrder[next - 1]?.failed)) continue
    const cells = sheet.header.map((_, i) => ({ text: line.cells[i] ?? '' }))
    yield [[...cells, { text: (reasons.get(line.line) ?? []).join('; ') }]]
  }
}
