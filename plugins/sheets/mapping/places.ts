import { message, type Message } from 'stoa'
import { headerKey, toColumnLetters } from '../source/cell.ts'
import { fittingHeader } from './starred-columns.ts'

/** Indexes of columns by header name. */
export class Places {
  /** Requested columns that occur twice, which is ambiguous. */
  readonly problems: Record<string, Message> = {}
  readonly #at = new Map<string, number>()
  readonly #twice = new Map<string, readonly [number, number]>()

  constructor(header: readonly string[]) {
    for (const [at, name] of header.entries()) {
      const key = headerKey(name)
      const first = this.#at.get(key)
      if (first === undefined) this.#at.set(key, at)
      else if (key !== '' && !this.#twice.has(key)) this.#twice.set(key, [first, at])
    }
  }

  /** The index of a column; undefined when the file has none of this name. */
  indexOf(name: string): number | undefined {
    const key = headerKey(name)
    const twice = this.#twice.get(key)
    if (twice)
      this.problems[name] = message('sheets:error.twice', {
        column: name,
        first: toColumnLetters(twice[0]),
        second: toColumnLetters(twice[1]),
      })
    return this.#at.get(key) ?? (name.includes('*') ? this.#at.get(fittingHeader(name, this.#at.keys()) ?? '') : undefined)
  }
}
