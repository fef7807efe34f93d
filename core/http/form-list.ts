/** A list while form values are collected. Sparse indexes cost no memory, as they would in an array. */
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

  /** The values in order, without the gaps that forms leave after removing a row. */
  values(): unknown[] {
    return [...this.#items].toSorted(([a], [b]) => a - b).map(([, value]) => value)
  }
}
