import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { cellLimit, guard } from '../source/cell.ts'
import type { Batches } from './batches.ts'
import type { OutCell } from './write-cells.ts'

/** Bytes to buffer for a slow reader before more rows are fetched. */
const waiting = 256 * 1024

/** Streams a workbook. */
export async function* writeXlsx(header: readonly string[], batches: Batches): AsyncGenerator<Buffer> {
  const { default: exceljs } = await import('exceljs')
  const out = new PassThrough({ highWaterMark: waiting })
  const book = new exceljs.stream.xlsx.WorkbookWriter({
    stream: out,
    useSharedStrings: false,
    useStyles: true,
  })
  book.creator = 'Stoa'
  const sheet = book.addWorksheet('Sheet1', { views: [{ state: 'frozen', ySplit: 1 }] })
  const write = async () => {
    sheet.addRow([...header]).commit()
    for await (const batch of batches) {
      for (const line of batch) sheet.addRow(line.map(value)).commit()
      // The zip writer is asynchronous, so wait for the event loop. A full buffer means that the reader is slower.
      do await turn()
      while (out.readableLength >= waiting && !out.destroyed)
      if (out.destroyed) return
    }
    await book.commit()
  }
  const written = write().catch((error: unknown) => {
    out.destroy(error as Error)
  })
  try {
    for await (const chunk of out) yield chunk as Buffer
  } finally {
    out.destroy()
    await written
  }
}

/**
 * Numbers become number cells where no precision is lost. A text longer than a cell allows is left out; an import reads a blank cell as
 * unchanged.
 */
function value({ text, number }: OutCell): string | number | null {
  if (text === '') return null
  if (number && Number.isFinite(Number(text)) && Math.abs(Number(text)) < 1e15 && text.replace(/[-.]/g, '').length <= 15)
    return Number(text)
  const safe = escape(number ? text : guard(text))
  return safe.length > cellLimit ? null : safe
}

// oxlint-disable-next-line no-control-regex -- these are the ones
const unwritable = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Escapes characters that XML cannot contain, and texts that look like such an escape. */
const escape = (text: string) =>
  text
    .replaceAll(/_x[0-9A-Fa-f]{4}_/g, (m) => `_x005F${m}`)
    .replaceAll(unwritable, (c) => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
