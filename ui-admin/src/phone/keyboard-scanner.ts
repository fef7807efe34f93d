/** Maximum interval between two keys of a scan, in milliseconds. Typing is slower. */
const GAP_MS = 35
/** Minimum number of fast keys of a scan. */
const KEYS = 6

/** Classification of a key. */
export interface Pressed {
  /** The key follows enough fast keys to belong to a scan. */
  scanning: boolean
  /** The key starts a new sequence; earlier keys were typed by hand. */
  fresh: boolean
  /** The complete code, after its Enter. */
  code?: string
}

/** Distinguishes scanner input from typing by the interval between keys. */
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
    // Modifier keys may occur between the characters of a code.
    if (key.length !== 1) return { scanning: keys.length >= KEYS, fresh: false }
    const fresh = keys === ''
    keys += key
    last = at
    return { scanning: keys.length >= KEYS, fresh }
  }
}
