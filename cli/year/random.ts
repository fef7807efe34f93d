/** Deterministic random numbers (mulberry32), seeded by a name. */
export class SeededRandom {
  #state: number

  constructor(name: string) {
    this.#state = 0x811c9dc5
    for (const character of name) this.#state = Math.imul(this.#state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number between two bounds, both inclusive. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** @throws Error for an empty list */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing can be picked of an empty list')
    return list[Math.floor(this.next() * list.length)] as T
  }

  /** A random key by weight. */
  pickWeighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const all = Object.entries<number>(weights)
    let left = this.next() * all.reduce((sum, [, weight]) => sum + weight, 0)
    const found = all.find(([, weight]) => (left -= weight) < 0)
    return (found ?? all.at(-1))?.[0] as K
  }
}
