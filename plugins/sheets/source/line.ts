/** Why the text of a cell is not what a person typed there. */
export type Mark =
  /** The cell holds an error such as #REF!, or a formula that was never calculated. */
  | 'error'
  /** The program turned what was typed into a date. */
  | 'date'
  /** More than 32,767 characters. */
  | 'long'
  /** A whole number with more digits than the file kept. */
  | 'digits'
  /** Yes or no, which no text and no number says that way. */
  | 'flag'
  /** A list, as JSON. */
  | 'list'
  /** Something with parts of its own, as JSON. */
  | 'object'
  /** It has bytes that are no letter of the encoding. */
  | 'letters'

/** One line of a sheet. `line` counts as the program that wrote it shows it, the header being line 1. */
export interface Line {
  line: number
  cells: string[]
  marks?: ReadonlyMap<number, Mark>
}

/** Forms of a sheet. */
export const formats = ['xlsx', 'csv', 'json', 'ndjson'] as const
export type Format = (typeof formats)[number]

/** Forms of a file that can be read: a sheet, or address cards. */
export const sourceFormats = [...formats, 'vcf'] as const
export type SourceFormat = (typeof sourceFormats)[number]

/** Bytes of a sheet: all at once, or as they come. */
export type Bytes = Buffer | AsyncIterable<Uint8Array>

/** Where lines come from. */
export interface Source {
  /** File name: its ending tells the format when `format` does not. */
  name: string
  bytes: Bytes
  format?: SourceFormat
  /** Encoding of a csv, when it must not be guessed. */
  encoding?: string
}

/** Most columns of a sheet. */
export const columnLimit = 500
