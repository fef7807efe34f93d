/** Barcode symbology. */
export type Symbology = 'ean13' | 'ean8' | 'upca' | 'code128' | 'qrcode'

/** Minimum module width in millimetres that office printers and hand scanners handle. */
const NARROWEST = 0.17

const lengths: Record<number, Symbology> = { 8: 'ean8', 12: 'upca', 13: 'ean13' }

/** Whether the check digit of an EAN or UPC is correct. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, char, i) => total + Number(char) * (i % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** EAN or UPC for a valid code, Code 128 for any other. */
export function barcodeKind(code: string): Exclude<Symbology, 'qrcode'> {
  const kind = /^\d+$/.test(code) ? lengths[code.length] : undefined
  return kind && kind !== 'qrcode' && hasCheckDigit(code) ? kind : 'code128'
}

/** Why a code does not fit a barcode of this width in millimetres; undefined when it fits. */
export function barcodeProblem(code: string, width: number): 'letters' | 'length' | undefined {
  if (barcodeKind(code) !== 'code128') return undefined
  if (!/^[\x20-\x7e]+$/.test(code)) return 'letters'
  // Start, check, stop and quiet zones beside eleven modules per character; Code 128 packs two digits into one.
  const characters = /^\d+$/.test(code) ? Math.ceil(code.length / 2) + 1 : code.length
  return (55 + 11 * characters) * NARROWEST > width ? 'length' : undefined
}
