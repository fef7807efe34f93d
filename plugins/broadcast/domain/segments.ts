/** The signs of the alphabet of text messages (GSM 03.38), and those that take two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('^{}\\[~]|€\f')

/** How a text message goes out. */
export interface Segments {
  alphabet: 'gsm7' | 'ucs2'
  /** Places it takes: of seven bits, or of sixteen. */
  length: number
  /** Messages it is cut into, each of which is paid. */
  segments: number
  /** Places left in the last one. */
  left: number
}

const getPlaces = (sign: string): number => (basic.has(sign) ? 1 : extended.has(sign) ? 2 : Number.NaN)

/** Into how many messages a text is cut. A sign of two places stays in one piece. */
export function countSegments(text: string): Segments {
  const signs = [...text]
  const gsm = signs.every((sign) => !Number.isNaN(getPlaces(sign)))
  const sizes = signs.map((sign) => (gsm ? getPlaces(sign) : sign.length))
  const length = sizes.reduce((sum, size) => sum + size, 0)
  const [one, each] = gsm ? [160, 153] : [70, 67]
  const alphabet = gsm ? 'gsm7' : 'ucs2'
  if (length <= one) return { alphabet, length, segments: length === 0 ? 0 : 1, left: one - length }
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
