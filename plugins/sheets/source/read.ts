import { AppError, validationError, message } from 'stoa'
import { TOO_MANY_ROWS } from '../errors.ts'
import type { Encoding } from './encoding.ts'
import { kindOfName } from './kind-of-file.ts'
import { columnLimit, type Line, type Source, type SourceFormat } from './line.ts'
import { linesFromThread } from './threads.ts'
import { type Limits, operatorLimits } from './unpack.ts'

/** Maximum number of data lines in an HTTP upload. */
export const rowLimit = 1_000

/** A file whose header has been read. Its lines can be iterated once. */
export interface Sheet {
  header: string[]
  /** Number of cells in the header line, including those after the last name. */
  width: number
  lines: AsyncIterable<Line>
  /** Encoding of a CSV file. */
  encoding?: Encoding
  /** Stops reading; the remaining lines are dropped. */
  close(): Promise<void>
}

export interface ReadOptions {
  /** Maximum number of data lines. With a limit all lines are read before the first is returned. */
  limit?: number
  container?: Limits
}

/**
 * Opens a file.
 * @throws AppError INVALID when it cannot be read, TOO_MANY_ROWS when it has more than `limit` lines
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

/** Reads a source; with a limit only as far as needed to detect that it is exceeded. */
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
    // The header, and one line above the limit.
    ...(limit === undefined ? {} : { most: limit + 2 }),
  })

/** The format of a source: as given, or by file extension, or by its first bytes. */
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
