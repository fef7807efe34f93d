import type { Locale } from 'stoa/api-types'

/** The column mapping on the screen: targets of columns, constants, and the grouping of lines. */
export interface MappingState {
  /** Columns that are not imported are absent. */
  columns: Record<string, Target[]>
  constants: Record<string, string>
  /** Columns that group lines into records; none: lines of a record are consecutive. */
  group: string[]
  /** Columns whose blank cells inherit the value of the line above. */
  inherit: string[]
  /** `head`: the first line of a record of several lines has no child row. */
  firstLine: 'both' | 'head'
  /** Column → the column its numbers are added to. */
  plus: Record<string, string>
  /** Column with image names → their base URL. */
  base: Record<string, string>
}

/** The mapping in a request; with a saved mapping only the changes. */
export interface Reading {
  mapping: string
  columns?: Record<string, Target[] | null>
  constants?: Record<string, string>
  group?: string[]
  inherit?: string[]
  firstLine?: 'both' | 'head'
  plus?: Record<string, string>
  base?: Record<string, string>
}

/** A target of a column: one of our columns, always or under a condition. */
export type Target = string | { to: string; when?: Record<string, string[]>; unless?: Record<string, string[]>; times?: number }

/** What the server found in a file before the import. */
export interface SheetColumns {
  /** `targets`: the targets of the column in the mapping that recognised the file. */
  columns: { column: string; by_name: string | null; targets?: Target[]; sample: string[] }[]
  fields: { name: string; label: string; required: boolean; kind: string }[]
  /** Name of the mapping that recognised the file. */
  mapping?: string
  file_name: string
  /** Encoding of a CSV file. */
  encoding?: string
  /** The mapping of the last dry run of this file. */
  reading?: Partial<Reading> & { language?: Locale }
}

/** An uploaded file, or the id of an import whose file is used again. */
export type Sheet = File | number

/** A saved mapping for files of another system. */
export interface SavedMapping {
  name: string
  /** Title for people: the system whose files it reads. */
  title: string
  built_in: boolean
  mapping: {
    columns: Record<string, Target | Target[] | null>
    constants?: Record<string, string>
    group?: string | string[]
    inherit?: string[]
    firstLine?: 'both' | 'head'
    plus?: Record<string, string>
    base?: Record<string, string>
  }
}
