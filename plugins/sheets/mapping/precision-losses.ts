import { message, type Message } from 'stoa'
import type { Line } from '../source/line.ts'
import type { Column } from './columns.ts'
import type { Mapping } from './mapping.ts'
import type { Places } from './places.ts'
import { type Test, getTest } from './connect-columns.ts'

/** A date without a year (RFC 6350, ISO 8601), such as an anniversary. */
const withoutYear = /^--\d\d-?\d\d$/

/** A cell that is not imported. */
export interface Loss {
  cell: { text: string; line: number; header: string }
  why: Message
}

/** Finds cells that a mapping excludes from columns it otherwise reads, for the warnings of a dry run. */
export class Losses {
  readonly #header: readonly string[]
  readonly #rules: readonly { at: number; when: Test | undefined; unless: Test | undefined }[]
  readonly #several: readonly { at: number; separator: string }[]
  readonly #dates: readonly number[]

  constructor(mapping: Mapping, header: readonly string[], places: Places, dates: readonly number[]) {
    this.#header = header
    this.#rules = (mapping.warnings ?? []).flatMap(({ column, when, unless }) => {
      const at = places.indexOf(column)
      return at === undefined ? [] : [{ at, when: getTest(when, places), unless: getTest(unless, places) }]
    })
    this.#several = Object.entries(mapping.first ?? {}).flatMap(([column, separator]) => {
      const at = places.indexOf(column)
      return at === undefined ? [] : [{ at, separator }]
    })
    this.#dates = dates
  }

  find(line: Line): readonly Loss[] {
    if (this.#rules.length + this.#several.length + this.#dates.length === 0) return []
    const cell = (at: number, part: string): Loss['cell'] => ({ text: part, line: line.line, header: this.#header[at] ?? '' })
    const found: Loss[] = []
    for (const { at, when, unless } of this.#rules) {
      const value = (line.cells[at] ?? '').trim()
      if (value !== '' && when?.(line) !== false && unless?.(line) !== true)
        found.push({ cell: cell(at, value), why: message('sheets:warning.not_imported') })
    }
    for (const { at, separator } of this.#several) {
      const rest = (line.cells[at] ?? '').split(separator).slice(1)
      if (rest.length > 0) found.push({ cell: cell(at, rest.join(separator).trim()), why: message('sheets:warning.first_only') })
    }
    for (const at of this.#dates) {
      const value = (line.cells[at] ?? '').trim()
      if (withoutYear.test(value)) found.push({ cell: cell(at, value), why: message('sheets:warning.without_year') })
    }
    return found
  }
}

/** Whether a date cell has no year. Our dates require one. */
export const isWithoutYear = (column: Column, cell: string): boolean => column.field?.meta.kind === 'date' && withoutYear.test(cell.trim())
