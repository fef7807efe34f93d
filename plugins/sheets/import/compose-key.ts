import type { Column, Layout } from '../mapping/columns.ts'
import type { Cell } from '../mapping/read-lines.ts'

/** A record whose key may be composed. */
interface KeyedRecord {
  key: string
  line: number
  cells: Map<Column, Cell>
}

/** Whether a file without a key column has columns that compose the key. */
export const composesKey = ({ head }: Layout, targets: readonly Column[]): boolean =>
  targets.some((c) => c.level === head && c.field !== undefined && head.resource.def.sheet?.composeKey?.includes(c.field.name) === true)

/**
 * Composes blank keys from other cells of the record (`sheet.composeKey`), so that a repeated import finds the rows again. Records with the
 * same texts are numbered in the order of the file.
 */
export class KeyComposer {
  readonly #key: Column | undefined
  readonly #parts: readonly Column[]
  readonly #counts = new Map<string, number>()

  constructor({ head }: Layout) {
    const names = head.resource.def.sheet?.composeKey ?? []
    this.#parts = names.flatMap((name) => head.columns.find((c) => c.field?.name === name) ?? [])
    this.#key = names.length === 0 ? undefined : head.columns.find((c) => c.field === head.key[0])
  }

  /** Sets the key of a record that has none. A record without any of the cells stays without a key. */
  fill(record: KeyedRecord): void {
    if (this.#key === undefined || record.key !== '') return
    const texts = this.#parts.flatMap((column) => record.cells.get(column)?.text.trim() || [])
    if (texts.length === 0) return
    const text = texts.join(' / ')
    const count = (this.#counts.get(text) ?? 0) + 1
    this.#counts.set(text, count)
    record.key = count === 1 ? text : `${text} (${count})`
    record.cells.set(this.#key, { text: record.key, line: record.line, header: this.#key.name })
  }
}
