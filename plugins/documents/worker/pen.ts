import type PdfKit from 'pdfkit'
import type { Align } from '../domain/document.ts'

export type Pdf = InstanceType<typeof PdfKit>

/** PDF points per millimetre. */
export const MM = 72 / 25.4

export const INK = '#1c2127'
export const QUIET = '#5f6b7c'
export const LINE = '#d3d8de'

/** Maximum length of one text. The layout of a long word takes quadratic time. */
const LONGEST = 4_000
const LONGEST_WORD = 60

/** Style of a text. */
export interface Look {
  size: number
  colour?: string
  align?: Align
  /** The font has one weight, so bold text is drawn with a thin outline. */
  strong?: boolean
  /** Truncates with an ellipsis after this many lines. */
  lines?: number
}

/** Current position and available width, in points. */
export class Pen {
  readonly pdf: Pdf
  x: number
  y: number
  width: number

  constructor(pdf: Pdf, x: number, y: number, width: number) {
    this.pdf = pdf
    this.x = x
    this.y = y
    this.width = width
  }

  /** Height of a text in a width. */
  height(text: string, look: Look, width = this.width): number {
    this.pdf.fontSize(look.size)
    const line = this.pdf.currentLineHeight(true)
    if (text === '') return line
    const full = this.pdf.heightOfString(tame(text), { width })
    return look.lines ? Math.min(full, line * look.lines) : full
  }

  /** Draws a text at the current position, or at `x` and `width`, without moving the position. Returns its height. */
  write(text: string, look: Look, x = this.x, width = this.width, y = this.y): number {
    const { pdf } = this
    const height = this.height(text, look, width)
    if (text === '') return height
    pdf.fillColor(look.colour ?? INK)
    if (look.strong) pdf.lineWidth(look.size / 32).strokeColor(look.colour ?? INK)
    pdf.text(tame(text), x, y, {
      width,
      align: look.align ?? 'left',
      ...(look.strong ? { fill: true, stroke: true } : {}),
      // Half a point of tolerance, so that rounding does not drop the last line.
      ...(look.lines ? { height: height + 0.5, ellipsis: true } : {}),
    })
    return height
  }

  /** Draws a hairline. */
  line(y = this.y, x = this.x, width = this.width, colour = LINE): void {
    this.pdf
      .lineWidth(0.6)
      .strokeColor(colour)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke()
  }
}

const longWord = new RegExp(`\\S{${LONGEST_WORD}}(?=\\S)`, 'g')

/** Removes control characters, breaks long words and truncates the text. */
function tame(text: string): string {
  // oxlint-disable-next-line no-control-regex -- those are what is taken out
  return text
    .slice(0, LONGEST)
    .replaceAll('\t', ' ')
    .replaceAll(/[\0-\x09\x0b-\x1f\x7f]/g, '')
    .replaceAll(longWord, '$&​')
}
