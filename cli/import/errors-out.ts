import { rename, writeFile } from 'node:fs/promises'
import type { OutCell } from '../../core/sheet/lines-out.ts'
import { openSheet } from '../../core/sheet/read.ts'
import { writeCsv } from '../../core/sheet/write-text.ts'
import { writeXlsx } from '../../core/sheet/write-xlsx.ts'
import type { ImportError } from '../../core/wire.ts'
import type { SheetFile } from './source.ts'

/** First line of a record, and whether the record was refused. */
export interface Start {
  line: number
  failed: boolean
}

/**
 * Writes the lines of all refused records with the reasons beside them, so that the file can be corrected and
 * imported again.
 */
export async function writeErrors(to: string, sheet: SheetFile, starts: readonly Start[], errors: readonly ImportError[]): Promise<void> {
  const { header, lines } = await openSheet(sheet.open())
  const reasons = new Map<number, string[]>()
  for (const e of errors) reasons.set(e.row, [...(reasons.get(e.row) ?? []), [e.column, e.error].filter(Boolean).join(': ')])
  async function* refused(): AsyncGenerator<OutCell[][]> {
    let next = 0
    for await (const line of lines) {
      while (next < starts.length && (starts[next]?.line ?? 0) <= line.line) next++
      if (!starts[next - 1]?.failed) continue
      const cells = header.map((_, i) => ({ text: line.cells[i] ?? '' }))
      yield [[...cells, { text: (reasons.get(line.line) ?? []).join('; ') }]]
    }
  }
  const write = to.toLowerCase().endsWith('.csv') ? writeCsv : writeXlsx
  const part = `${to}.${process.pid}.part`
  await writeFile(part, write([...header, 'error'], refused()))
  await rename(part, to)
}
