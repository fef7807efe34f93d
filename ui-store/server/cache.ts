import { createHash } from 'node:crypto'

/** A rendered page in the cache: encoded once, and split where the nonce of a response is inserted. */
export interface CachedPage {
  status: number
  headers: Record<string, string>
  parts: readonly Buffer[]
  etag: string
  ownScripts: boolean
}

/** Time to live in ms and maximum number of entries. */
export interface Keeping {
  ttl: number
  most: number
}

/** Encodes a page and splits it at each `mark`. */
export function around(mark: string, html: string): Buffer[] {
  const whole = Buffer.from(html)
  const parts: Buffer[] = []
  let from = 0
  for (let at = whole.indexOf(mark); at >= 0; at = whole.indexOf(mark, from)) {
    parts.push(whole.subarray(from, at))
    from = at + mark.length
  }
  return [...parts, whole.subarray(from)]
}

/** ETag of a page's content without its nonce. */
export function getEtag(parts: readonly Buffer[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return `W/"${hash.digest('base64url').slice(0, 27)}"`
}

/** A page with its nonce inserted. */
export function withNonce(parts: readonly Buffer[], nonce: string): Buffer {
  const between = Buffer.from(nonce)
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [between, part])))
}

/** Shared cache of this process with a time to live; evicts the least recently used entry. */
export const createCache = <T>({ ttl, most }: Keeping) => {
  const entries = new Map<string, { value: T; until: number }>()
  const pending = new Map<string, Promise<T>>()
  let generation = 0

  const fresh = (key: string): { value: T } | undefined => {
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    if (entry.until < Date.now()) return undefined
    entries.set(key, entry)
    return entry
  }

  /** The cached value, or the result of `make`; concurrent calls share one. */
  const get = (key: string, make: () => Promise<{ value: T; keep: boolean }>): Promise<T> => {
    const cached = fresh(key)
    if (cached) return Promise.resolve(cached.value)
    const running = pending.get(key)
    if (running) return running
    const born = generation
    const work = make()
      .then(({ value, keep }) => {
        // A value whose computation began before an invalidation may be outdated.
        if (keep && born === generation) {
          entries.set(key, { value, until: Date.now() + ttl })
          const oldest = entries.keys().next().value
          if (entries.size > most && oldest !== undefined) entries.delete(oldest)
        }
        return value
      })
      .finally(() => {
        if (pending.get(key) === work) pending.delete(key)
      })
    pending.set(key, work)
    return work
  }

  /** Invalidates everything. */
  const clear = (): void => {
    generation += 1
    entries.clear()
    pending.clear()
  }

  return { get, clear }
}

export type Cache<T> = ReturnType<typeof createCache<T>>
