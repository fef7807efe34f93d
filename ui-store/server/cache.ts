import { createHash } from 'node:crypto'

/** A drawn page as it is kept: the nonce is still a placeholder. */
export interface KeptPage {
  status: number
  headers: Record<string, string>
  html: string
  etag: string
  ownScripts: boolean
  captcha: boolean
}

interface Entry {
  page: KeptPage
  until: number
}

const TTL_MS = 30_000
const MOST = 500

/** A short name for a page's content. */
export const etagOf = (html: string): string => `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`

/** Keeps anonymous pages of this process for half a minute, least recently used out first. */
export const createPageCache = () => {
  const entries = new Map<string, Entry>()
  const pending = new Map<string, Promise<KeptPage>>()
  let generation = 0

  const fresh = (key: string): KeptPage | undefined => {
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    if (entry.until < Date.now()) return undefined
    entries.set(key, entry)
    return entry.page
  }

  /** The kept page, or the one `make` draws; many visitors at once wait for the same drawing. */
  const get = (key: string, make: () => Promise<{ page: KeptPage; keep: boolean }>): Promise<KeptPage> => {
    const kept = fresh(key)
    if (kept) return Promise.resolve(kept)
    const running = pending.get(key)
    if (running) return running
    const born = generation
    const work = make()
      .then(({ page, keep }) => {
        // A page begun before a change was announced may show the state before it.
        if (keep && born === generation) {
          entries.set(key, { page, until: Date.now() + TTL_MS })
          const oldest = entries.keys().next().value
          if (entries.size > MOST && oldest !== undefined) entries.delete(oldest)
        }
        return page
      })
      .finally(() => {
        if (pending.get(key) === work) pending.delete(key)
      })
    pending.set(key, work)
    return work
  }

  /** Forgets every page: something they show has changed. */
  const clear = (): void => {
    generation += 1
    entries.clear()
    pending.clear()
  }

  return { get, clear }
}

export type PageCache = ReturnType<typeof createPageCache>
