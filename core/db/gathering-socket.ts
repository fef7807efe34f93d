import { Socket } from 'node:net'

/** When what was gathered leaves: as soon as nothing more is to be done now, or when all that came in meanwhile was seen to. */
export type Leaving = 'at-once' | 'with-others'

/**
 * A connection to the database on which what is written in one turn leaves in one write: for small statements a write of its own
 * costs as much as all else that is done for them. An encrypted connection writes past it, as ever.
 */
export class GatheringSocket extends Socket {
  readonly #leave: (send: () => void) => void
  #held = false

  constructor(leaving: Leaving) {
    super()
    this.#leave = leaving === 'at-once' ? (send) => process.nextTick(send) : setImmediate
  }

  override write(chunk: Uint8Array | string, encoding?: unknown, done?: unknown): boolean {
    if (!this.#held) {
      this.#held = true
      this.cork()
      this.#leave(() => {
        this.#held = false
        this.uncork()
      })
    }
    return super.write(chunk, encoding as never, done as never)
  }
}
