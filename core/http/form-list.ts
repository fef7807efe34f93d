/** A list of a form while its values come: an array pays for each gap, and a name may ask for a thousand of them. */
export class FormList {
  readonly #items = new Map<number, unknown>()
  #length = 0

  get length(): number {
    return this.#length
  }

  at(index: number): unknown {
    return this.#items.get(index)
  }

  set(index: number, value: unknown): void {
    this.#items.set(index, value)
    this.#length = Math.max(this.#length, index + 1)
  }

  /** Its values in their order, without the gaps that forms leave when a row was taken out. */
  values(): unknown[] {
    return [...this.#items].toSorted(([a], [b]) => a - b).map(([, value]) => value)
  }
}
