import type { Line } from '../source/line.ts'
import type { Mapping } from './mapping.ts'
import type { Places } from './places.ts'

/** Adds numbers to those of another column, which may be on an earlier line of the same record. */
export class OnTop {
  readonly #pairs: ReadonlyMap<number, number>
  /** The last value of the other columns, by record. */
  readonly #last = new Map<string, string>()

  constructor(mapping: Mapping, places: Places) {
    const pairs = Object.entries(mapping.plus ?? {}).map(([name, target]) => [places.indexOf(name), places.indexOf(target)] as const)
    this.#pairs = new Map(pairs.flatMap(([at, below]) => (at === undefined || below === undefined ? [] : [[at, below] as const])))
  }

  /** Records the values of a line before its cells are read. */
  meet(line: Line, record: string): void {
    for (const below of this.#pairs.values()) {
      const lastText = (line.cells[below] ?? '').trim()
      if (lastText !== '') this.#last.set(`${below} ${record}`, lastText)
    }
  }

  /** The sum of a cell and its base column. An invalid number is returned as a text that is rejected later. */
  add(at: number, record: string, cell: string): string {
    const below = this.#pairs.get(at)
    if (below === undefined || cell.trim() === '') return cell
    const lastText = this.#last.get(`${below} ${record}`) ?? '?'
    const sum = Number(lastText) + Number(cell)
    return Number.isFinite(sum) ? String(Number(sum.toPrecision(12))) : `${lastText} + ${cell}`
  }
}
