/** Why the text of a cell may differ from what was typed. */
export type Mark =
  /** An error such as #REF!, or a formula without a calculated value. */
  | 'error'
  /** The program converted the text to a date. */
  | 'date'
  /** More than 32,767 characters. */
  | 'long'
  /** An integer with more digits than the file stores. */
  | 'digits'
  /** A boolean, which is neither a text nor a number. */
  | 'flag'
  /** A list, as JSON. */
  | 'list'
  /** An object, as JSON. */
  | 'object'
  /** The cell has bytes that are invalid in the encoding. */
  | 'letters'

/** One line of a file. `line` is the line number in the original program; the header is line 1. */
export interface Line {
  line: number
  cells: string[]
  marks?: ReadonlyMap<number, Mark>
}

/** File formats of exports. */
export const formats = ['xlsx', 'csv', 'json', 'ndjson'] as const
export type Format = (typeof formats)[number]

/** File formats of imports: spreadsheets and vCards. */
export const sourceFormats = [...formats, 'vcf'] as const
export type SourceFormat = (typeof sourceFormats)[number]

/** Content of a file: complete, or as a stream. */
export type Bytes = Buffer | AsyncIterable<Uint8Array>

/** A file to read. */
export interface Source {
  /** File name; its extension determines the format when `format` is absent. */
  name: string
  bytes: Bytes
  format?: SourceFormat
  /** Encoding of a CSV file; detected when absent. */
  encoding?: string
}

/** Maximum number of columns. */
export const columnLimit = 500
