import type { Column } from '../mapping/columns.ts'
import type { Cell, Mapped } from '../mapping/read-lines.ts'

/** Groups lines, in the order of the first line of each group. A line without a group stays alone. Holds the whole file in memory. */
export async function* gathered(lines: AsyncIterable<Mapped>): AsyncGenerator<Mapped> {
  const groups = new Map<string | Mapped, Mapped[]>()
  for await (const line of lines) {
    const groupKey = line.group === '' ? line : line.group
    const group = groups.get(groupKey)
    if (group) group.push(line)
    else groups.set(groupKey, [line])
  }
  for (const list of groups.values()) yield* list
}

/** Fills blank cells of some columns from the line above. */
export class Above {
  readonly #inherits: ReadonlySet<Column>
  readonly #told = new Map<Column, Cell>()

  constructor(inherits: ReadonlySet<Column>) {
    this.#inherits = inherits
  }

  /**
   * A line with inherited values. A further line of a record inherits for its child rows; a new record inherits for itself, and its child
   * rows start empty.
   */
  fill(line: Mapped, goesOn: boolean): Mapped {
    if (this.#inherits.size === 0) return line
    const speaks = new Set([...line.cells.keys()].map((c) => c.level))
    const cells = new Map(line.cells)
    for (const column of this.#inherits) {
      const isHead = column.level.rows === undefined
      const ownCell = line.cells.get(column)
      if (!isHead && !goesOn) this.#told.delete(column)
      if (ownCell) this.#told.set(column, ownCell)
      else if (isHead ? !goesOn : speaks.has(column.level)) {
        const inherited = this.#told.get(column)
        if (inherited) cells.set(column, { ...inherited, line: line.line })
      }
    }
    return { ...line, cells }
  }
}
