/** Cached data of a page fragment: its links, and its HTML for each set of links that are active on a page. */
interface CachedPiece {
  links: ReadonlySet<string>
  /** It has a link whose appearance depends on the full URL. */
  bound: boolean
  html: Map<string, string>
}

/** A fragment rendered on one page. */
export interface DrawnPiece {
  html: string
  /** Paths of its links. Those to the page or its ancestors are marked as active in the HTML. */
  links: ReadonlySet<string>
  /** It has a link that is compared with the full URL. */
  bound: boolean
}

/** The location of a page, as needed for active links. */
interface Place {
  /** The paths that are the page or its ancestors. */
  above: readonly string[]
  /** The full path, when there is no query string. */
  exactly: string | undefined
}

/** The location for a path and query string, in the router's format. */
export const placeAt = (pathname: string, search: string): Place => {
  const above: string[] = []
  for (let end = 1; end <= pathname.length; end++) if (end === pathname.length || pathname[end] === '/') above.push(pathname.slice(0, end))
  return { above, exactly: search ? undefined : `at ${pathname}` }
}

/** Cache key of the pages on which a fragment renders the same; undefined when it is only this page. */
const likeOn = ({ links, bound }: Pick<CachedPiece, 'links' | 'bound'>, { above, exactly }: Place): string | undefined => {
  if (bound) return exactly
  let marked = ''
  for (const path of above) if (links.has(path)) marked += ` ${path}`
  return marked
}

/** Frames differ by language, currency and host, and change with each edit of a menu. */
const MOST_FRAMES = 100

/**
 * Cache of fragments shared by many pages. Everything a fragment shows is part of its key, so entries are never stale. Holds at
 * most `most` characters; the least recently used are evicted.
 */
export const createPieces = (most: number) => {
  // Null: the fragment cannot be rendered separately.
  let young = new Map<string, CachedPiece | null>()
  let old = new Map<string, CachedPiece | null>()
  const frames = new Map<string, number>()
  let lastFrame = 0
  let characters = 0

  /** Counts added characters. When half of the maximum is reached, entries not used since then are evicted. */
  const count = (more: number): void => {
    characters += more
    if (2 * characters <= most) return
    old = young
    young = new Map()
    characters = 0
  }

  const learn = (key: string, piece: DrawnPiece | undefined, place: Place): void => {
    if (!piece) {
      young.set(key, null)
      return count(key.length)
    }
    const like = likeOn(piece, place)
    if (like === undefined) return
    const before = young.get(key)
    const entry = before ?? { links: piece.links, bound: piece.bound, html: new Map<string, string>() }
    entry.html.set(like, piece.html)
    young.set(key, entry)
    count(piece.html.length + (before ? 0 : key.length))
  }

  /** The HTML of a fragment on a page, rendered by `draw` when it is not cached; undefined when it cannot be rendered separately. */
  const get = (key: string, place: Place, draw: () => DrawnPiece | undefined): string | undefined => {
    const fresh = young.get(key)
    const entry = fresh === undefined ? old.get(key) : fresh
    if (entry === null) return undefined
    const like = entry && likeOn(entry, place)
    const cachedHtml = like === undefined ? undefined : fresh?.html.get(like)
    if (cachedHtml !== undefined) return cachedHtml
    // From the old generation only this page's HTML is kept, otherwise variants of all URLs would stay forever.
    const aged = like === undefined ? undefined : old.get(key)?.html.get(like)
    const piece = entry && aged !== undefined ? { html: aged, links: entry.links, bound: entry.bound } : draw()
    learn(key, piece, place)
    return piece?.html
  }

  /** Empties the cache. */
  const clear = (): void => {
    young.clear()
    old.clear()
    frames.clear()
    characters = 0
  }

  /** A short id for the content of a page's frame, stable until the cache is emptied. */
  const frameName = (frame: string): string => {
    const frameNumber = frames.get(frame)
    if (frameNumber !== undefined) return String(frameNumber)
    if (frames.size >= MOST_FRAMES) clear()
    frames.set(frame, ++lastFrame)
    return String(lastFrame)
  }

  return { get, frameName, clear }
}

export type PieceStore = ReturnType<typeof createPieces>
