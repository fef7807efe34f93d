/** The characters of the GSM 03.38 alphabet for SMS, and those of its extension table, which take two septets. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('^{}\\[~]|€\f')

/** The size of an SMS text. */
export interface Segments {
  alphabet: 'gsm7' | 'ucs2'
  /** Length in septets (GSM 7-bit) or in 16-bit units (UCS-2). */
  length: number
  /** Number of messages the text is split into. The provider bills each one. */
  segments: number
  /** Units left in the last segment. */
  left: number
}

const getSeptets = (sign: string): number => (basic.has(sign) ? 1 : extended.has(sign) ? 2 : Number.NaN)

/** Counts the segments of an SMS text. A character of two units is not split across segments. */
export function countSegments(text: string): Segments {
  const signs = [...text]
  const gsm = signs.every((sign) => !Number.isNaN(getSeptets(sign)))
  const sizes = signs.map((sign) => (gsm ? getSeptets(sign) : sign.length))
  const length = sizes.reduce((sum, size) => sum + size, 0)
  const [single, each] = gsm ? [160, 153] : [70, 67]
  const alphabet = gsm ? 'gsm7' : 'ucs2'
  if (length <= single) return { alphabet, length, segments: length === 0 ? 0 : 1, left: single - length }
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > each) {
      segments++
      used = 0
    }
    used += size
  }
  return { alphabet, length, segments, left: each - used }
}
