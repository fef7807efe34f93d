/** What is known of a piece of pages: its links, and its HTML by those of them that lead to where the page is. */
interface CachedPiece {
  links: ReadonlySet<string>
  /** One of its links may look otherwise at any address. */
  bound: boolean
  html: Map<string, string>
}

/** A piece as it was drawn on one page. */
export interface DrawnPiece {
  html: string
  /** Paths of its links; those that lead to the page or above it are marked in the HTML. */
  links: ReadonlySet<string>
  /** It has a link that is compared with the whole address. */
  bound: boolean
}

/** Where a page is, as its links look at it. */
interface Place {
  /** The paths it lies at or below. */
  above: readonly string[]
  /** Its whole path, where there is no query after it. */
  exactly: string | undefined
}

/** The place of a path and the query after it, as the router has them. */
export const placeAt = (pathname: string, search: string): Place => {
  const above: string[] = []
  for (let end = 1; end <= pathname.length; end++) if (end === pathname.length || pathname[end] === '/') above.push(pathname.slice(0, end))
  return { above, exactly: search ? undefined : `at ${pathname}` }
}

/** The pages on which a piece looks the same, by one name; undefined when that is this page alone. */
const likeOn = ({ links, bound }: Pick<CachedPiece, 'links' | 'bound'>, { above, exactly }: Place): string | undefined => {
  if (bound) return exactly
  let marked = ''
  for (const path of above) if (links.has(path)) marked += ` ${path}`
  return marked
}

/** Languages, currencies and hosts make as many frames, and each change of a menu another one. */
const MOST_FRAMES = 100

/**
 * Pieces that many pages have alike, drawn once. What a piece shows is a part of its key, so nothing in here can be out of
 * date. There are `most` letters at most; what was unused for longest goes first.
 */
export const createPieces = (most: number) => {
  // Null: it cannot be drawn apart from its page.
  let young = new Map<string, CachedPiece | null>()
  let old = new Map<string, CachedPiece | null>()
  const frames = new Map<string, number>()
  let lastFrame = 0
  let characters = 0

  /** Counts what came in; when it is half of all there may be, what was not asked for since goes. */
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
    const known = before ?? { links: piece.links, bound: piece.bound, html: new Map<string, string>() }
    known.html.set(like, piece.html)
    young.set(key, known)
    count(piece.html.length + (before ? 0 : key.length))
  }

  /** The HTML of a piece on a page, which `draw` makes where there is none yet; undefined when it cannot be drawn apart. */
  const get = (key: string, place: Place, draw: () => DrawnPiece | undefined): string | undefined => {
    const fresh = young.get(key)
    const known = fresh === undefined ? old.get(key) : fresh
    if (known === null) return undefined
    const like = known && likeOn(known, place)
    const kept = like === undefined ? undefined : fresh?.html.get(like)
    if (kept !== undefined) return kept
    // Of what has grown old only this page's is taken over, or what every address had would stay for good.
    const aged = like === undefined ? undefined : old.get(key)?.html.get(like)
    const piece = known && aged !== undefined ? { html: aged, links: known.links, bound: known.bound } : draw()
    learn(key, piece, place)
    return piece?.html
  }

  /** Forgets everything. */
  const clear = (): void => {
    young.clear()
    old.clear()
    frames.clear()
    characters = 0
  }

  /** A short name for what the frame of a page holds, as long as none is forgotten. */
  const frameName = (frame: string): string => {
    const known = frames.get(frame)
    if (known !== undefined) return String(known)
    if (frames.size >= MOST_FRAMES) clear()
    frames.set(frame, ++lastFrame)
    return String(lastFrame)
  }

  return { get, frameName, clear }
}

export type PieceStore = ReturnType<typeof createPieces>
