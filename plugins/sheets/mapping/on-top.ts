import type { Line } from '../source/line.ts'
import type { Mapping } from './mapping.ts'
import type { Places } from './places.ts'

/** Numbers that come on top of those of another column, which may stand further up in the same record. */
export class OnTop {
  readonly #pairs: ReadonlyMap<number, number>
  /** What the other columns said last, by record. */
  readonly #last = new Map<string, string>()

  constructor(mapping: Mapping, places: Places) {
    const pairs = Object.entries(mapping.plus ?? {}).map(([name, of]) => [places.of(name), places.of(of)] as const)
    this.#pairs = new Map(pairs.flatMap(([at, below]) => (at === undefined || below === undefined ? [] : [[at, below] as const])))
  }

  /** Remembers what a line of a record says, before its cells are read. */
  meet(line: Line, record: string): void {
    for (const below of this.#pairs.values()) {
      const told = (line.cells[below] ?? '').trim()
      if (told !== '') this.#last.set(`${below} ${record}`, told)
    }
  }

  /** The text of a cell with what it comes on top of. What cannot be added up is a text that nothing reads, so that it is refused. */
  add(at: number, record: string, cell: string): string {
    const below = this.#pairs.get(at)
    if (below === undefined || cell.trim() === '') return cell
    const told = this.#last.get(`${below} ${record}`) ?? '?'
    const sum = Number(told) + Number(cell)
    return Number.isFinite(sum) ? String(Number(sum.toPrecision(12))) : `${told} + ${cell}`
  }
}
