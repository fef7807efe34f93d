/** Quiet zone around a QR code, in modules. */
const QUIET = 4
/** Pixels per unit of the encoder: a module is two units wide, large enough for the camera of another phone. */
const SCALE = 6
const UNITS = 2

/** Renders a QR code as PNG with its quiet zone, for e-mail clients, which do not show SVG. */
export async function qrPicture(text: string): Promise<Buffer> {
  // Lazy-loaded, because few processes render codes.
  const { default: bwip } = await import('bwip-js/node')
  // A separate variable, because the library's types lack the error correction level of QR codes.
  const code = { bcid: 'qrcode', text, scale: SCALE, padding: QUIET * UNITS, backgroundcolor: 'FFFFFF', eclevel: 'M' }
  return bwip.toBuffer(code)
}
