/** A QR code of a text, as an SVG drawing. */
export async function qrCode(text: string): Promise<string> {
  // Loaded with the first one: few processes ever draw any.
  const { default: bwip } = await import('bwip-js/node')
  // Apart, as its types name only what all kinds of codes know, and not how much of a QR code may be lost.
  const code = { bcid: 'qrcode', text, scale: 4, eclevel: 'M' }
  return bwip.toSVG(code)
}
