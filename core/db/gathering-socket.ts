import { Socket } from 'node:net'

/**
 * A connection to the database on which what is written in one turn leaves in one write: for small statements a write of its own
 * costs as much as all else that is done for them. An encrypted connection writes past it, as ever.
 */
export class GatheringSocket extends Socket {
  readonly #leave: (send: () => void) => void
  #held = false

  /** `leave` says when: `process.nextTick` once nothing more is to be done now, `setImmediate` once all that came in meanwhile was seen to. */
  constructor(leave: (send: () => void) => void) {
    super()
    this.#leave = leave
    // A socket that connects is given Node's own `write` again, over the one of its class.
    this.prependOnceListener('connect', () => Reflect.deleteProperty(this, 'write'))
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
