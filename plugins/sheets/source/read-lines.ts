import type { Encoding } from './encoding.ts'
import type { Bytes, Line, SourceFormat } from './line.ts'
import { readCsv } from './read-csv.ts'
import { readJson, readNdjson } from './read-json.ts'
import { readVcards } from './read-vcard.ts'
import { readXlsx } from './read-xlsx.ts'
import type { Limits } from './unpack.ts'

/** How a file is read. */
export interface ReadingInput {
  format: SourceFormat
  encoding?: string
  container: Limits
  /** Maximum number of lines. */
  most?: number
  onEncoding?(encoding: Encoding): void
}

/** Reads the lines of a file, header first. @throws SheetProblem */
export function readLines(bytes: Bytes, { format, encoding, container, onEncoding }: ReadingInput): AsyncGenerator<Line> {
  switch (format) {
    case 'xlsx':
      return readXlsx(bytes, container)
    case 'json':
      return readJson(bytes)
    case 'ndjson':
      return readNdjson(bytes)
    case 'vcf':
      return readVcards(bytes)
    default:
      return readCsv(bytes, encoding, onEncoding)
  }
}
