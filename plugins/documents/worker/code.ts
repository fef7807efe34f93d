import bwip from 'bwip-js/node'
import type { Code } from '../domain/document.ts'
import type { Pdf } from './pen.ts'

/** Quiet zone beside a barcode, in modules. */
const QUIET_MODULES = 8

/** A code as rectangles in modules. It is computed once and can be drawn many times. */
export interface Pattern {
  width: number
  height: number
  /** x, y, width and height of each dark rectangle; bars of a barcode have height one. */
  pieces: readonly (readonly [number, number, number, number])[]
}

interface Bars {
  /** Alternating widths of bars and gaps, starting with a bar. */
  sbs: number[]
}

interface Pixels {
  pixs: number[]
  pixx: number
  pixy: number
}

const patterns = new Map<string, Pattern>()

/** The pattern of a code. @throws the error of the encoder for a text it cannot encode */
export function getPattern(code: Code): Pattern {
  const key = `${code.kind} ${code.text}`
  const before = patterns.get(key)
  if (before) return before
  // Called on the library object, because a named import `raw` is a barcode type.
  const [symbol] = bwip.raw({ bcid: code.kind, text: code.text, ...(code.kind === 'qrcode' ? { eclevel: 'M' } : {}) }) as unknown as [
    Bars | Pixels,
  ]
  const pattern = 'sbs' in symbol ? bars(symbol.sbs) : pixels(symbol)
  if (patterns.size > 5_000) patterns.clear()
  patterns.set(key, pattern)
  return pattern
}

function bars(widths: readonly number[]): Pattern {
  const pieces: [number, number, number, number][] = []
  let x = 0
  for (const [i, width] of widths.entries()) {
    if (i % 2 === 0) pieces.push([x, 0, width, 1])
    x += width
  }
  return { width: x, height: 1, pieces }
}

/** Dark modules; adjacent modules of a row form one rectangle. */
function pixels({ pixs, pixx, pixy }: Pixels): Pattern {
  const pieces: [number, number, number, number][] = []
  for (let y = 0; y < pixy; y++) {
    let from = -1
    for (let x = 0; x <= pixx; x++) {
      const dark = x < pixx && pixs[y * pixx + x] === 1
      if (dark && from < 0) from = x
      if (!dark && from >= 0) {
        pieces.push([from, y, x - from, 1])
        from = -1
      }
    }
  }
  return { width: pixx, height: pixy, pieces }
}

/** Draws a code into a box: a barcode fills its height, a QR code stays square. Returns the used width and height. */
export function drawCode(pdf: Pdf, code: Code, box: { x: number; y: number; width: number; height: number }): [number, number] {
  const pattern = getPattern(code)
  const square = code.kind === 'qrcode'
  // Bars wider than half a millimetre do not scan better, so short codes do not fill the box.
  const widest = square
    ? Math.min(box.width / pattern.width, box.height / pattern.height)
    : Math.min(box.width / (pattern.width + QUIET_MODULES), 1.3)
  const tall = square ? widest : box.height
  const left = box.x + (box.width - pattern.width * widest) / 2
  for (const [x, y, width, height] of pattern.pieces) pdf.rect(left + x * widest, box.y + y * tall, width * widest, height * tall)
  pdf.fill('#000')
  return [pattern.width * widest, pattern.height * tall]
}
