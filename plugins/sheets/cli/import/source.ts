import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { sourceFormatByName } from '../sheets.ts'
import { kindOfName } from '../../source/kind-of-file.ts'
import type { Source, SourceFormat } from '../../source/line.ts'
import { CliError } from 'stoa/cli'

/** A file that can be read several times: for its header, the dry run and the import. */
export interface SheetFile {
  name: string
  /** Size in bytes. */
  size: number
  /** Opens the file from the beginning; `onBytes` gets the number of bytes read so far. */
  open(onBytes?: (done: number) => void): Source
}

/** Command-line options about a file. */
export interface SheetFileOptions {
  format?: SourceFormat
  encoding?: string
}

/** Advice for file types that cannot be imported. */
const advice = {
  old_excel: 'This is an old Excel file (.xls). Save it as .xlsx or .csv.',
  calendar: 'Calendar files (.ics) are not supported. Export the list as .csv.',
  address_card: 'This file contains contact cards. Rename it to .vcf.',
  open_document: 'This spreadsheet format is not supported. Save it as .xlsx or .csv.',
  binary: 'This is not a spreadsheet. Save the table as .xlsx or .csv.',
}

const zip = Buffer.from('PK\x03\x04', 'latin1')

/** @throws CliError when the file does not exist or its format is unknown */
export async function sheetFile(file: string, { format, encoding }: SheetFileOptions, example: string): Promise<SheetFile> {
  const readingOptions = encoding === undefined ? {} : { encoding }
  if (file === '-') return fromStdin(format, readingOptions, example)
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new CliError('notFound', `${file} cannot be read (${error.code}).`, { cause: error })
  })
  if (!found.isFile()) throw new CliError('usage', `${file} is not a file.`)
  const unread = kindOfName(file)
  if (unread) throw new CliError('usage', advice[unread])
  const resolvedFormat = format ?? sourceFormatByName(file)
  if (!resolvedFormat) throw new CliError('usage', `The extension of ${file} is not a known format.`, { hint: `${example} --format csv` })
  return {
    name: file,
    size: found.size,
    open: (onBytes) => ({ name: file, format: resolvedFormat, ...readingOptions, bytes: counted(createReadStream(file), onBytes) }),
  }
}

async function* counted(bytes: AsyncIterable<Buffer>, onBytes: (done: number) => void = () => {}): AsyncGenerator<Buffer> {
  let done = 0
  for await (const part of bytes) {
    onBytes((done += part.length))
    yield part
  }
}

/** Standard input can be read only once, so it is buffered. */
async function fromStdin(format: SourceFormat | undefined, readingOptions: { encoding?: string }, example: string): Promise<SheetFile> {
  if (process.stdin.isTTY) throw new CliError('usage', 'Standard input is the terminal.', { hint: `cat products.csv | ${example}` })
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  const resolvedFormat = format ?? (bytes.subarray(0, 4).equals(zip) ? 'xlsx' : undefined)
  if (!resolvedFormat)
    throw new CliError('usage', '--format is required for standard input.', {
      hint: `${example} --format csv`,
    })
  return { name: 'standard input', size: bytes.length, open: () => ({ name: '-', format: resolvedFormat, ...readingOptions, bytes }) }
}
