import type { Column } from '../mapping/columns.ts'
import type { Cell, Mapped } from '../mapping/read-lines.ts'

/**
 * The lines of each group together, groups in the order of their first lines; a line that does not say its group stays by
 * itself. Holds the whole sheet.
 */
export async function* gathered(lines: AsyncIterable<Mapped>): AsyncGenerator<Mapped> {
  const groups = new Map<string | Mapped, Mapped[]>()
  for await (const line of lines) {
    const own = line.group === '' ? line : line.group
    const known = groups.get(own)
    if (known) known.push(line)
    else groups.set(own, [line])
  }
  for (const list of groups.values()) yield* list
}

/** Lets blank cells of some columns say what the line above says. */
export class Above {
  readonly #inherits: ReadonlySet<Column>
  readonly #told = new Map<Column, Cell>()

  constructor(inherits: ReadonlySet<Column>) {
    this.#inherits = inherits
  }

  /**
   * A line with what it inherits. A further line of a record does so for the child rows it speaks of; a record for itself, and its
   * child rows begin anew.
   */
  fill(line: Mapped, goesOn: boolean): Mapped {
    if (this.#inherits.size === 0) return line
    const speaks = new Set([...line.cells.keys()].map((c) => c.level))
    const cells = new Map(line.cells)
    for (const column of this.#inherits) {
      const isHead = column.level.rows === undefined
      const own = line.cells.get(column)
      if (!isHead && !goesOn) this.#told.delete(column)
      if (own) this.#told.set(column, own)
      else if (isHead ? !goesOn : speaks.has(column.level)) {
        const told = this.#told.get(column)
        if (told) cells.set(column, { ...told, line: line.line })
      }
    }
    return { ...line, cells }
  }
}
