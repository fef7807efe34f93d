import { rename, writeFile } from 'node:fs/promises'
import type { SheetFile } from './source.ts'
import type { ImportError } from '../../api-types.ts'
import { openSheet } from '../../source/read.ts'
import { refusedLines, type Start } from '../../import/rejected-records.ts'
import { writeCsv } from '../../export/write-text.ts'
import { writeXlsx } from '../../export/write-xlsx.ts'

/** Writes the lines of rejected records with the reasons to a file, atomically. */
export async function writeErrors(to: string, file: SheetFile, starts: readonly Start[], errors: readonly ImportError[]): Promise<void> {
  const sheet = await openSheet(file.open())
  const write = to.toLowerCase().endsWith('.csv') ? writeCsv : writeXlsx
  const part = `${to}.${process.pid}.part`
  await writeFile(part, write([...sheet.header, 'error'], refusedLines(sheet, starts, errors)))
  await rename(part, to)
}
