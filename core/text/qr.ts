/** Renders a QR code of a text as SVG. */
export async function qrCode(text: string): Promise<string> {
  // Imported on first use, because few processes need it.
  const { default: bwip } = await import('bwip-js/node')
  // A variable, because the library's types do not include the QR error correction level.
  const code = { bcid: 'qrcode', text, scale: 4, eclevel: 'M' }
  return bwip.toSVG(code)
}
