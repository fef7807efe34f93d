import type { Scenario } from './year.ts'

export interface Planned {
  time: number
  /** Order of insertion, for events at the same time. */
  nth: number
  scenario: Scenario
}

/** Priority queue (binary heap) of planned events by time. Events may plan more. */
export class Plan {
  readonly #heap: Planned[] = []
  #nth = 0

  add(date: Date, scenario: Scenario): void {
    const heap = this.#heap
    heap.push({ time: date.getTime(), nth: this.#nth++, scenario })
    for (let at = heap.length - 1; at > 0;) {
      const above = (at - 1) >> 1
      if (!this.#swapped(above, at)) return
      at = above
    }
  }

  take(): Planned | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first
    heap[0] = last
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      const child = this.#earlier(right, left) ? right : left
      if (!this.#swapped(at, child)) return first
      at = child
    }
  }

  #earlier(a: number, b: number): boolean {
    const [x, y] = [this.#heap[a], this.#heap[b]]
    return x !== undefined && y !== undefined && (x.time - y.time || x.nth - y.nth) < 0
  }

  /** Swaps two entries when the lower one is earlier. */
  #swapped(above: number, below: number): boolean {
    const [x, y] = [this.#heap[above], this.#heap[below]]
    if (!x || !y || !this.#earlier(below, above)) return false
    this.#heap[above] = y
    this.#heap[below] = x
    return true
  }
}
