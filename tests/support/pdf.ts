import { inflateSync } from 'node:zlib'

/** The text of a PDF with one font: pieces as written, without gaps between glyphs. */
export function extractPdfText(pdf: Buffer): string {
  const streams = extractStreams(pdf)
  const map = new Map<string, string>()
  for (const stream of streams) if (stream.includes('beginbfrange')) readMap(stream, map)
  const out: string[] = []
  for (const stream of streams) {
    for (const [, pieces = ''] of stream.matchAll(/\[([^\]]*)\] TJ/g)) {
      const glyphs = [...pieces.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      out.push(glyphs.map((g) => map.get(g.toLowerCase()) ?? '?').join(''))
    }
  }
  return out.join('\n').replaceAll('​', '')
}

/** The filled rectangles of a PDF in drawing order: x, y from the top, width and height in points. */
export const getRectangles = (pdf: Buffer): number[][] =>
  extractStreams(pdf).flatMap((stream) =>
    [...stream.matchAll(/^([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re$/gm)].map((found) => found.slice(1).map(Number)),
  )

/** Number of pages of a PDF, or of an incomplete PDF. */
export const countPages = (pdf: Buffer): number => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length

function extractStreams(pdf: Buffer): string[] {
  const out: string[] = []
  let at = 0
  while ((at = pdf.indexOf('stream\n', at)) >= 0) {
    const end = pdf.indexOf('endstream', at)
    try {
      out.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'))
    } catch {
      // Font streams may not be deflated; they contain no text.
    }
    at = end + 9
  }
  return out
}

function readMap(stream: string, map: Map<string, string>): void {
  for (const [, from = '', list = ''] of stream.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    let glyph = Number.parseInt(from, 16)
    for (const [, hex = ''] of list.matchAll(/<([0-9a-f]*)>/gi)) {
      const units = (hex.match(/.{4}/g) ?? []).map((u) => Number.parseInt(u, 16))
      map.set(glyph.toString(16).padStart(4, '0'), String.fromCharCode(...units))
      glyph += 1
    }
  }
}
