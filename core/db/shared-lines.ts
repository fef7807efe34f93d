import pg from 'pg'
import { GatheringSocket } from './gathering-socket.ts'
import { ask, type Prepared } from './statement.ts'

/** A connection, and how many questions on it have no answer yet. */
type Line = { client: pg.Client; open: number }

/** So many connections are shared, each by so many questions at most; a question beyond them takes one of the pool. */
const LINES = 2
const MOST = 32

/**
 * Whether it is to be asked again: a statement that gave up waiting for a lock; and a read where the connection failed, not the
 * question, for the database was stopped or is not there. Of a write nobody knows then whether it was done.
 */
function isAgain(error: unknown, { quick }: Prepared): boolean {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '57P'
  return code === '55P03' || (quick === 'read' && code.startsWith('57P'))
}

/** Connections that quick statements share, so that those of many requests leave together. What has to be asked again is asked of the pool. */
export class SharedLines {
  readonly #config: pg.ClientConfig
  readonly #pool: pg.Pool
  #lines: Line[] = []
  #opening = 0
  #ended = false

  constructor(pool: pg.Pool, config: pg.ClientConfig) {
    this.#pool = pool
    this.#config = config
  }

  query(one: Prepared): Promise<pg.QueryResult> {
    const line = this.#free()
    if (!line) return this.#pool.query(one)
    line.open++
    const seen = <T>(answer: T): T => {
      line.open--
      return answer
    }
    return ask(line.client, one).then(seen, (error: unknown) => {
      if (isAgain(seen(error), one)) return this.#pool.query(one)
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
