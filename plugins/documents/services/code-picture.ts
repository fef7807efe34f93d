/** Squares of white a reader wants around a code. */
const QUIET = 4
/** Pixels of the encoder's unit: a square is two of them wide, large enough for the camera of another phone. */
const SCALE = 6
const UNITS = 2

/** A QR code of a text as PNG, black on white with its margin, for where drawings are not shown: mail programs. */
export async function qrPicture(text: string): Promise<Buffer> {
  // Loaded with the first one: few processes ever draw any.
  const { default: bwip } = await import('bwip-js/node')
  // Apart, as its types name only what all kinds of codes know, and not how much of a QR code may be lost.
  const code = { bcid: 'qrcode', text, scale: SCALE, padding: QUIET * UNITS, backgroundcolor: 'FFFFFF', eclevel: 'M' }
  return bwip.toBuffer(code)
}
