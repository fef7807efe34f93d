import { Readable } from 'node:stream'
import { unguard } from './cell.ts'
import { detectEncoding, type Encoding, sampleSize } from './encoding.ts'
import type { Bytes, Line, Mark } from './line.ts'
import { kindOfFile } from './kind-of-file.ts'
import { openQuote, Rest } from './open-quote.ts'
import { SheetProblem } from './problem.ts'

/** Maximum length of a record: an unclosed quotation mark must not consume a large file. */
const recordLimit = 4 * 1024 * 1024

/**
 * Reads the lines of a CSV file. Detects encoding and delimiter from the first bytes. Quoted line breaks count as lines, so that numbers
 * agree with a text editor. Blank lines are skipped. `onEncoding` is called before the first line.
 * @throws SheetProblem when a quotation mark is never closed, or for binary data
 */
export async function* readCsv(bytes: Bytes, requestedEncoding?: string, onEncoding?: (encoding: Encoding) => void): AsyncGenerator<Line> {
  const [{ parse }, { default: iconv }] = await Promise.all([import('csv-parse'), import('iconv-lite')])
  const { head, all } = await peek(bytes)
  if (requestedEncoding !== undefined && !iconv.encodingExists(requestedEncoding))
    throw new SheetProblem('core:rule.choice', undefined, 'encoding')
  const unread = kindOfFile(head)
  if (unread) throw new SheetProblem(`sheets:error.${unread}`)
  const encoding = requestedEncoding === undefined ? detectEncoding(head) : { name: requestedEncoding, isGuessed: false }
  onEncoding?.(encoding)
  const decoder = iconv.getDecoder(encoding.name)
  const beginning = iconv.decode(head, encoding.name)
  const declaredDelimiter = separatorLine.exec(beginning)?.[1]
  const delimiter = declaredDelimiter ?? getDelimiter(beginning)
  const rest = new Rest()
  const parser = Readable.from(decoded(all, decoder, rest)).pipe(
    parse({
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: recordLimit,
      // After an error the parser drops records it has already read, so lines are counted here and not where they arrive.
      on_record: (cells: string[], { bytes }) => {
        const { line } = rest
        rest.close(1 + cells.reduce((n, cell) => n + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0), bytes)
        return Object.assign(cells, { line })
      },
    }),
  )
  try {
    for await (const cells of parser as AsyncIterable<string[] & { line: number }>) {
      if (declaredDelimiter !== undefined && cells.line === 1) continue
      if (cells.some((cell) => cell !== '')) yield getLine(cells)
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!code.startsWith('CSV_')) throw error
    const open = openQuote(rest, delimiter)
    throw open ? new SheetProblem('sheets:error.open_quote', open) : new SheetProblem('sheets:error.unreadable_line', { line: rest.line })
  }
}

/** The first line that some programs write to declare the separator. */
const separatorLine = /^\uFEFF?sep=(.)\r?\n/i

function getLine(cells: string[] & { line: number }): Line {
  const marks = new Map<number, Mark>()
  for (const [at, cell] of cells.entries()) if (cell.includes('\uFFFD')) marks.set(at, 'letters')
  return {
    line: cells.line,
    cells: cells.map((cell) => unguard(cell.replaceAll(/\r\n?/g, '\n'))),
    ...(marks.size > 0 ? { marks } : {}),
  }
}

async function* decoded(
  all: AsyncIterable<Buffer>,
  decoder: { write(b: Buffer): string; end(): string | undefined },
  rest: Rest,
): AsyncGenerator<Buffer> {
  for await (const chunk of all) yield rest.add(Buffer.from(decoder.write(chunk)))
  yield rest.add(Buffer.from(decoder.end() ?? ''))
}

/** The first bytes, and the complete stream. */
async function peek(bytes: Bytes): Promise<{ head: Buffer; all: AsyncIterable<Buffer> }> {
  if (Buffer.isBuffer(bytes)) return { head: bytes.subarray(0, sampleSize), all: Readable.from([bytes]) }
  const rest = bytes[Symbol.asyncIterator]()
  const chunks: Buffer[] = []
  let size = 0
  while (size < sampleSize) {
    const { value, done } = await rest.next()
    if (done) break
    chunks.push(Buffer.from(value))
    size += value.length
  }
  const head = Buffer.concat(chunks)
  async function* all() {
    yield head
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield Buffer.from(next.value)
  }
  return { head, all: all() }
}

/** The most frequent delimiter in the header line, outside quotation marks. */
export function getDelimiter(beginning: string): string {
  const counts = new Map([
    [',', 0],
    [';', 0],
    ['\t', 0],
  ])
  let quoted = false
  for (const c of beginning) {
    if (c === '"') quoted = !quoted
    else if (!quoted && c === '\n' && [...counts.values()].some((n) => n > 0)) break
    else if (!quoted && counts.has(c)) counts.set(c, (counts.get(c) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ','
}
