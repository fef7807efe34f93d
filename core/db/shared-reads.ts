import pg from 'pg'
import { GatheringSocket } from './gathering-socket.ts'
import type { Prepared } from './statement.ts'

interface Line {
  client: pg.Client
  /** Questions that have no answer yet. */
  open: number
}

/** So many connections are shared, each by so many questions at most; a question beyond them takes one of the pool. */
const LINES = 2
const MOST = 32

/** Whether the connection failed, not the question: the database was stopped, or is not there. */
const cutOff = (error: unknown): boolean => !(error instanceof pg.DatabaseError) || (error.code ?? '').startsWith('57P')

/**
 * Connections that quick reads share, so that those of many requests leave together. A read that was cut off is asked again of
 * the pool.
 */
export class SharedReads {
  readonly #config: pg.ClientConfig
  readonly #pool: pg.Pool
  #lines: Line[] = []
  #opening = 0
  #ended = false

  constructor(pool: pg.Pool, config: pg.ClientConfig) {
    this.#pool = pool
    this.#config = config
  }

  query(read: Prepared): Promise<pg.QueryResult> {
    const line = this.#free()
    if (!line) return this.#pool.query(read)
    line.open++
    const seen = <T>(answer: T): T => {
      line.open--
      return answer
    }
    return line.client.query(read).then(seen, (error: unknown) => {
      if (cutOff(seen(error))) return this.#pool.query(read)
      throw error
    })
  }

  /** The connection that has least to do; undefined while none is there or all have their fill. */
  #free(): Line | undefined {
    let free: Line | undefined
    for (const line of this.#lines) if (line.open < (free?.open ?? MOST)) free = line
    if (this.#lines.length + this.#opening < LINES && !this.#ended) void this.#add()
    return free
  }

  /** One more connection. Why none can be had, the pool tells those who ask. */
  async #add(): Promise<void> {
    this.#opening++
    const socket = new GatheringSocket(setImmediate)
    const client = new pg.Client({ ...this.#config, stream: () => socket })
    const line: Line = { client, open: 0 }
    client.on('error', () => {
      this.#lines = this.#lines.filter((other) => other !== line)
    })
    try {
      await client.connect()
      if (this.#ended) await client.end()
      else this.#lines.push(line)
    } catch {
      socket.destroy()
    } finally {
      this.#opening--
    }
  }

  async end(): Promise<void> {
    this.#ended = true
    await Promise.all(this.#lines.map(({ client }) => client.end()))
  }
}
