/** What is known of a piece of pages: its links, and its HTML by those of them that lead to where the page is. */
interface Known {
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

/** Where a page is, as the router has it. */
export interface Place {
  pathname: string
  searchStr: string
}

/** Which of the links lead to the page or above it. They alone are drawn otherwise than on other pages. */
const marked = (links: ReadonlySet<string>, { pathname }: Place): string => {
  const found: string[] = []
  for (let end = 1; end <= pathname.length; end++) {
    if (end < pathname.length && pathname[end] !== '/') continue
    const path = pathname.slice(0, end)
    if (links.has(path)) found.push(path)
  }
  return found.join(' ')
}

/** The pages on which a piece looks the same, by one name; undefined when that is this page alone. */
const likeOn = ({ links, bound }: Omit<Known, 'html'>, place: Place): string | undefined => {
  if (!bound) return marked(links, place)
  return place.searchStr ? undefined : `at ${place.pathname}`
}

/** Languages, currencies and hosts make as many frames, and each change of a menu another one. */
const MOST_FRAMES = 100

/**
 * Pieces that many pages have alike, drawn once. What a piece shows is a part of its key, so nothing in here can be out of
 * date; what was unused for longest goes when there are more than `most` letters.
 */
export const createPieces = (most: number) => {
  // Null: it cannot be drawn apart from its page.
  const pieces = new Map<string, Known | null>()
  const frames = new Map<string, number>()
  let lastFrame = 0
  let letters = 0

  const sizeOf = (key: string, known: Known | null) =>
    [...(known?.html.values() ?? [])].reduce((sum, text) => sum + text.length, key.length)

  const forgetOldest = (): void => {
    for (const [key, known] of pieces) {
      if (letters <= most) return
      letters -= sizeOf(key, known)
      pieces.delete(key)
    }
  }

  const learn = (key: string, piece: DrawnPiece | undefined, place: Place): void => {
    const before = pieces.get(key)
    const known = piece ? (before ?? { links: piece.links, bound: piece.bound, html: new Map<string, string>() }) : null
    const like = known ? likeOn(known, place) : undefined
    if (before === undefined) letters += key.length
    if (piece && like !== undefined) {
      known?.html.set(like, piece.html)
      letters += piece.html.length
    }
    pieces.set(key, known)
    forgetOldest()
  }

  /** The HTML of a piece on a page, which `draw` makes where there is none yet; undefined when it cannot be drawn apart. */
  const get = (key: string, place: Place, draw: () => DrawnPiece | undefined): string | undefined => {
    const known = pieces.get(key)
    if (known === null) return undefined
    if (known) {
      pieces.delete(key)
      pieces.set(key, known)
      const like = likeOn(known, place)
      const kept = like === undefined ? undefined : known.html.get(like)
      if (kept !== undefined) return kept
    }
    const piece = draw()
    learn(key, piece, place)
    return piece?.html
  }

  /** Forgets everything. */
  const clear = (): void => {
    pieces.clear()
    frames.clear()
    letters = 0
  }

  /** A short name for what the frame of a page holds, as long as none is forgotten. */
  const frameName = (frame: string): string => {
    if (frames.size >= MOST_FRAMES) clear()
    const known = frames.get(frame) ?? ++lastFrame
    frames.set(frame, known)
    return String(known)
  }

  return { get, frameName, clear }
}

export type PieceStore = ReturnType<typeof createPieces>
