import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Logger } from 'pino'

interface Entry {
  value: Promise<unknown>
  expires: number
  depends: readonly string[]
}

/**
 * Cache of this process with a short time to live. Entries are invalidated in all processes when a resource they depend on changes;
 * commits announce this by NOTIFY. Never read values from it on which decisions about money or stock depend.
 */
export class Cache {
  /** Maximum number of entries; the least recently used are evicted. */
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

  /** Starts to listen for changes made by other processes. Until then, and while the connection is lost, nothing is cached. */
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

  /** Invalidates the entries that depend on any of the resources. */
  changed(resources: readonly string[]): void {
    for (const [key, entry] of this.#entries) if (entry.depends.some((d) => resources.includes(d))) this.#entries.delete(key)
    for (const listener of this.#listeners) listener(resources)
  }

  /** Registers a listener for every set of changed resources, of this process and of others. */
  onChange(listener: (resources: readonly string[]) => void): void {
    this.#listeners.add(listener)
  }

  /** Registers a listener for the reconnection after a lost connection: changes announced in between were missed. */
  onReturn(listener: () => void): void {
    this.#returned.add(listener)
  }

  /** The cached value under `key`, else `compute()`, cached for `ttl` ms or until a resource in `depends` changes. */
  get<T>(key: string, depends: readonly string[], ttl: number, compute: () => Promise<T>): Promise<T> {
    if (!this.#listening) return compute()
    const now = Date.now()
    const cached = this.#entries.get(key)
    if (cached && cached.expires > now) return cached.value as Promise<T>
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
