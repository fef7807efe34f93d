import type { Locale } from 'stoa/api-types'

/** What is said of a sheet on the screen: where its columns go, what is the same for every row, which lines belong together. */
export interface Said {
  /** Columns that are left out are not in it. */
  columns: Record<string, Target[]>
  constants: Record<string, string>
  /** Sheet columns by which lines belong together; none: they follow each other. */
  group: string[]
  /** Sheet columns where a blank cell says what the line above says. */
  inherit: string[]
  /** `head`: the first of several lines of a record describes it alone. */
  firstLine: 'both' | 'head'
  /** Sheet column → the one its numbers come on top of. */
  plus: Record<string, string>
  /** Sheet column with names of pictures → the address they lie at. */
  base: Record<string, string>
}

/** What a request tells: over a mapping only what differs from it. */
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

/** Where a column goes: a column of ours, always or under a condition. */
export type Target = string | { to: string; when?: Record<string, string[]>; unless?: Record<string, string[]>; times?: number }

/** What the server found in a file before anything is imported. */
export interface SheetColumns {
  /** `targets`: where the mapping it was recognised by reads a column to. */
  columns: { column: string; by_name: string | null; targets?: Target[]; sample: string[] }[]
  fields: { name: string; label: string; required: boolean; kind: string }[]
  /** Name of the mapping the sheet was recognised by. */
  mapping?: string
  file_name: string
  /** Of a csv: what it was read as. */
  encoding?: string
  /** What was said of the sheet when it was checked before. */
  reading?: Partial<Reading> & { language?: Locale }
}

/** A file that was chosen, or the import whose file is read again. */
export type Sheet = File | number

/** A way to read somebody's sheets, kept under a name. */
export interface SavedMapping {
  name: string
  /** What people call it: the system whose files it reads. */
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
