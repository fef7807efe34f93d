/** A hand types slower than this between two keys; a scanner that acts as a keyboard never does. */
const GAP_MS = 35
/** Fewer quick keys than this are a nimble hand. */
const KEYS = 6

/** What a key is part of. */
export interface Pressed {
  /** It follows so many quick keys that it can only be a scanner's. */
  scanning: boolean
  /** It began anew: what came before was typed by hand. */
  fresh: boolean
  /** The whole code, once its Enter came. */
  code?: string
}

/** Tells the keys of a scanner from those of a hand, by how fast they follow each other. */
export function createWedge() {
  let keys = ''
  let last = -Infinity
  return (key: string, at: number): Pressed => {
    const quick = at - last < GAP_MS
    if (!quick) keys = ''
    if (key === 'Enter') {
      const code = quick && keys.length >= KEYS ? keys : undefined
      keys = ''
      last = -Infinity
      return code === undefined ? { scanning: false, fresh: true } : { scanning: true, fresh: false, code }
    }
    // Shift and its like come between the letters of a code.
    if (key.length !== 1) return { scanning: keys.length >= KEYS, fresh: false }
    const fresh = keys === ''
    keys += key
    last = at
    return { scanning: keys.length >= KEYS, fresh }
  }
}
