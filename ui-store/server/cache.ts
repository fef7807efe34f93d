import { createHash } from 'node:crypto'

/** A drawn page as it is kept: encoded once, and cut wherever the nonce of an answer goes. */
export interface KeptPage {
  status: number
  headers: Record<string, string>
  parts: readonly Buffer[]
  etag: string
  ownScripts: boolean
}

/** How long something is kept in ms, and how many of them. */
export interface Keeping {
  ttl: number
  most: number
}

/** A page encoded once, in the pieces around each `mark`. */
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

/** A short name for a page's content, whatever its nonce. */
export function getEtag(parts: readonly Buffer[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return `W/"${hash.digest('base64url').slice(0, 27)}"`
}

/** A page with its nonce, as it is sent. */
export function withNonce(parts: readonly Buffer[], nonce: string): Buffer {
  const between = Buffer.from(nonce)
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [between, part])))
}

/** Keeps what was made for everybody in this process for a while, least recently used out first. */
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

  /** What is kept, or what `make` makes; many who ask at once wait for the same. */
  const get = (key: string, make: () => Promise<{ value: T; keep: boolean }>): Promise<T> => {
    const kept = fresh(key)
    if (kept) return Promise.resolve(kept.value)
    const running = pending.get(key)
    if (running) return running
    const born = generation
    const work = make()
      .then(({ value, keep }) => {
        // What was begun before a change was announced may show the state before it.
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

  /** Forgets everything: something it shows has changed. */
  const clear = (): void => {
    generation += 1
    entries.clear()
    pending.clear()
  }

  return { get, clear }
}

export type Cache<T> = ReturnType<typeof createCache<T>>
