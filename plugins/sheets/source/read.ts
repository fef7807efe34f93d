import { AppError, validationError, message } from 'stoa'
import { TOO_MANY_ROWS } from '../errors.ts'
import type { Encoding } from './encoding.ts'
import { kindOfName } from './kind-of-file.ts'
import { columnLimit, type Line, type Source, type SourceFormat } from './line.ts'
import { linesFromThread } from './threads.ts'
import { type Limits, operatorLimits } from './unpack.ts'

/** Most data lines of a file that comes over HTTP. */
export const rowLimit = 1_000

/** A sheet whose header has been read. Its lines can be gone through once. */
export interface Sheet {
  header: string[]
  /** Cells of the header line, those behind the last name too. */
  width: number
  lines: AsyncIterable<Line>
  /** Of a csv. */
  encoding?: Encoding
  /** Stops the reading of lines that nobody will go through. */
  close(): Promise<void>
}

export interface ReadOptions {
  /** Most data lines; with one, all lines are read before the first is answered. */
  limit?: number
  container?: Limits
}

/**
 * Opens a sheet.
 * @throws Failed INVALID when it cannot be read, TOO_MANY_ROWS when it holds more than `limit` lines.
 */
export async function openSheet(source: Source, { limit, container = operatorLimits }: ReadOptions = {}): Promise<Sheet> {
  let encoding: Encoding | undefined
  const lines = getLines(source, container, limit, (found) => (encoding = found))
  const close = async () => void (await lines.return(undefined))
  try {
    const first = await lines.next()
    if (first.done || first.value.cells.every((cell) => cell.trim() === '')) throw validationError({ file: message('sheets:error.empty') })
    const header = first.value.cells.map((cell) => cell.trim())
    const width = header.length
    while (header.at(-1) === '') header.pop()
    if (header.length > columnLimit) throw validationError({ file: message('sheets:error.too_wide', { max: columnLimit }) })
    const about = { header, width, close, ...(encoding ? { encoding } : {}) }
    if (limit === undefined) return { ...about, lines }
    const all: Line[] = []
    for await (const line of lines) {
      if (all.push(line) > limit) throw new AppError(TOO_MANY_ROWS)
    }
    return { ...about, lines: each(all) }
  } catch (error) {
    await close()
    throw error
  }
}

async function* each(lines: readonly Line[]): AsyncGenerator<Line> {
  yield* lines
}

/** Reads a source; with a limit no more than shows that it is passed. */
const getLines = (
  source: Source,
  container: Limits,
  limit: number | undefined,
  onEncoding: (encoding: Encoding) => void,
): AsyncGenerator<Line> =>
  linesFromThread(source.bytes, {
    format: getFormat(source),
    container,
    onEncoding,
    ...(source.encoding === undefined ? {} : { encoding: source.encoding }),
    // The header, and one line too many.
    ...(limit === undefined ? {} : { most: limit + 2 }),
  })

/** The format of a source: said, or by its name's ending, or by its first bytes. */
export function getFormat(source: Pick<Source, 'name' | 'format' | 'bytes'>): SourceFormat {
  const unread = kindOfName(source.name)
  if (unread) throw validationError({ file: message(`sheets:error.${unread}`) })
  if (source.format) return source.format
  if (Buffer.isBuffer(source.bytes) && source.bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'xlsx'
  const ending = source.name.toLowerCase().split('.').at(-1)
  switch (ending) {
    case 'xlsx':
    case 'json':
    case 'vcf':
      return ending
    case 'ndjson':
    case 'jsonl':
      return 'ndjson'
    case 'csv':
    case 'txt':
    case 'tsv':
      return 'csv'
    default:
      throw validationError({ file: message('sheets:error.format') })
  }
}
