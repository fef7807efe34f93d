import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Logger } from 'pino'

interface Entry {
  value: Promise<unknown>
  expires: number
  depends: readonly string[]
}

/**
 * Short-lived answers of this process, dropped everywhere when a resource they depend on changes: commits
 * say so over NOTIFY. Nothing that money or goods are decided on is ever read from here.
 */
export class Cache {
  /** Of more than these the ones nobody has asked for the longest go. */
  readonly #entries = new LRUCache<string, Entry>({ max: 5_000 })
  readonly #url: string
  readonly #log: Logger
  #client: pg.Client | undefined
  #listening = false
  #closed = false
  #listeners = new Set<(resources: readonly string[]) => void>()
  #returned = new Set<() => void>()
  #times = 0

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  /** Starts to hear of changes made by other processes. Until then, and while the line is down, nothing is kept. */
  async listen(): Promise<void> {
    if (this.#closed) return
    const client = new pg.Client({ connectionString: this.#url, application_name: 'stoa cache' })
    const lost = () => {
      if (this.#client !== client) return
      this.#client = undefined
      this.#listening = false
      this.#entries.clear()
      if (!this.#closed) setTimeout(() => void this.listen().catch(() => {}), 500).unref()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', (n) => this.changed((n.payload ?? '').split(',')))
    this.#client = client
    try {
      await client.connect()
      await client.query('listen stoa_changed')
      this.#listening = true
      if (this.#times++ > 0) for (const listener of this.#returned) listener()
    } catch (error) {
      this.#log.warn({ err: error }, 'changes of other processes cannot be heard; answers are not cached')
      lost()
    }
  }

  /** Drops what depends on any of the resources. */
  changed(resources: readonly string[]): void {
    for (const [key, entry] of this.#entries) if (entry.depends.some((d) => resources.includes(d))) this.#entries.delete(key)
    for (const listener of this.#listeners) listener(resources)
  }

  /** Calls back with every set of changed resources, of this process and others. */
  onChange(listener: (resources: readonly string[]) => void): void {
    this.#listeners.add(listener)
  }

  /** Calls back when the line was down and is up again: of what was said meanwhile nothing was heard. */
  onReturn(listener: () => void): void {
    this.#returned.add(listener)
  }

  /** The kept answer under `key`, else `compute()`, kept for `ttl` ms or until something in `depends` changes. */
  get<T>(key: string, depends: readonly string[], ttl: number, compute: () => Promise<T>): Promise<T> {
    if (!this.#listening) return compute()
    const now = Date.now()
    const known = this.#entries.get(key)
    if (known && known.expires > now) return known.value as Promise<T>
    const value = compute()
    const entry = { value, expires: now + ttl, depends }
    this.#entries.set(key, entry)
    value.catch(() => {
      if (this.#entries.peek(key) === entry) this.#entries.delete(key)
    })
    return value
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end().catch(() => {})
  }
}
