import PdfKit from 'pdfkit'
import type { Block, PrintedDocument } from '../domain/document.ts'
import { drawCells } from './cells.ts'
import { drawCode } from './code.ts'
import { INK, type Look, MM, Pen, QUIET } from './pen.ts'
import { drawTable } from './table.ts'

const A4 = { width: 210, height: 297, margin: 18 }
const FOOT = 9 * MM
const GAP = 6
const body: Look = { size: 9.5 }

/** Output of the renderer: bytes as they are produced, by whole pages unless the footer needs the page count, and page events. */
interface Out {
  bytes(bytes: Buffer): void
  page(): void
}

/** Renders a document. */
export async function draw(document: PrintedDocument, font: Buffer, out: Out): Promise<void> {
  const page = document.page ?? A4
  const pdf = new PdfKit({
    size: [page.width * MM, page.height * MM],
    margin: 0,
    autoFirstPage: false,
    bufferPages: document.foot !== undefined,
    font: font as unknown as string,
    lang: document.language,
    info: { Title: document.title, Producer: 'Stoa', Creator: 'Stoa' },
  })
  pdf.on('data', out.bytes)
  pdf.on('pageAdded', out.page)
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  await new Sheets(pdf, document, page).draw()
  pdf.end()
  await ended
}

/** The pages of a document with header and footer. */
class Sheets {
  readonly #pdf: InstanceType<typeof PdfKit>
  readonly #document: PrintedDocument
  readonly #page: typeof A4
  readonly #pen: Pen

  constructor(pdf: InstanceType<typeof PdfKit>, document: PrintedDocument, page: typeof A4) {
    this.#pdf = pdf
    this.#document = document
    this.#page = page
    this.#pen = new Pen(pdf, page.margin * MM, page.margin * MM, (page.width - 2 * page.margin) * MM)
  }

  async draw(): Promise<void> {
    this.#pdf.addPage()
    for (const block of this.#document.blocks) await this.#block(this.#pen, block)
    this.#feet()
  }

  get #bottom(): number {
    return (this.#page.height - this.#page.margin) * MM - (this.#document.foot === undefined ? 0 : FOOT)
  }

  #next(): void {
    const { running } = this.#document
    this.#pdf.addPage()
    this.#pen.y = this.#page.margin * MM
    if (!running) return
    this.#pen.y += this.#pen.write(running, { size: 8, colour: QUIET, lines: 1 }) + GAP
    this.#pen.line()
    this.#pen.y += GAP * 2
  }

  /** Makes room for a height; returns true when that started a new page. A block taller than a page starts on a new page. */
  #room = (height: number): boolean => {
    const top = this.#page.margin * MM + 40
    if (this.#pen.y + height <= this.#bottom || this.#pen.y <= top) return false
    this.#next()
    return true
  }

  async #block(pen: Pen, block: Block): Promise<void> {
    switch (block.type) {
      case 'heading': {
        const look = { size: block.level === 2 ? 11 : 20, strong: true }
        // A heading is not left alone at the bottom of a page.
        this.#room(pen.height(block.text, look) + 40)
        pen.y += pen.write(block.text, look) + GAP
        return
      }
      case 'text':
        return this.#text(pen, block)
      case 'columns':
        return this.#columns(pen, block)
      case 'pairs':
        for (const [label, value] of block.rows) this.#pair(pen, label, value)
        return
      case 'table':
        drawTable(pen, block, this.#room)
        pen.y += GAP
        return
      case 'totals':
        return this.#totals(pen, block.rows)
      case 'code':
        return this.#code(pen, block)
      case 'space':
        pen.y += block.height * MM
        return
      case 'rule':
        pen.line()
        pen.y += GAP
        return
      case 'cells':
        return drawCells(this.#pdf, block, () => this.#pdf.addPage())
    }
  }

  /** Long texts continue on the next page, paragraph by paragraph. */
  #text(pen: Pen, block: Extract<Block, { type: 'text' }>): void {
    const look: Look = {
      ...body,
      ...(block.quiet ? { colour: QUIET, size: 8.5 } : {}),
      ...(block.strong ? { strong: true } : {}),
      ...(block.align ? { align: block.align } : {}),
    }
    for (const paragraph of block.text.split(/\r?\n/)) {
      this.#room(pen.height(paragraph, look))
      pen.y += pen.write(paragraph, look)
    }
    pen.y += GAP / 2
  }

  async #columns(pen: Pen, block: Extract<Block, { type: 'columns' }>): Promise<void> {
    const shares = block.columns.map((_, i) => block.shares?.[i] ?? 1)
    const all = shares.reduce((a, b) => a + b, 0)
    const gap = 18
    const usable = pen.width - gap * (shares.length - 1)
    let { x } = pen
    let lowest = pen.y
    for (const [i, blocks] of block.columns.entries()) {
      const inner = new Pen(this.#pdf, x, pen.y, (usable * (shares[i] ?? 1)) / all)
      for (const block of blocks) await this.#block(inner, block)
      x += inner.width + gap
      lowest = Math.max(lowest, inner.y)
    }
    pen.y = lowest + GAP
  }

  #pair(pen: Pen, label: string, value: string): void {
    const left = pen.width * 0.42
    const height = pen.write(label, { size: 8.5, colour: QUIET }, pen.x, left - 8)
    pen.y += Math.max(height, pen.write(value, { size: 9 }, pen.x + left, pen.width - left)) + 2
  }

  /** Totals, right-aligned and not split over pages; the last row is the grand total. */
  #totals(pen: Pen, rows: readonly (readonly [string, string])[]): void {
    this.#room(rows.length * 16 + 10)
    const width = Math.min(pen.width, 230)
    const x = pen.x + pen.width - width
    for (const [i, [label, value]] of rows.entries()) {
      const last = i === rows.length - 1
      if (last && rows.length > 1) {
        pen.line(pen.y + 1, x, width, INK)
        pen.y += GAP
      }
      const look: Look = last ? { size: 11, strong: true } : { size: 9 }
      pen.write(label, { ...look, ...(last ? {} : { colour: QUIET }) }, x, width / 2)
      pen.y += pen.write(value, { ...look, align: 'right' }, x + width / 2, width / 2) + 4
    }
    pen.y += GAP
  }

  #code(pen: Pen, block: Extract<Block, { type: 'code' }>): void {
    const height = block.height * MM
    const width = Math.min(pen.width, height * (block.code.kind === 'qrcode' ? 1 : 4.5))
    const x = block.align === 'right' ? pen.x + pen.width - width : block.align === 'center' ? pen.x + (pen.width - width) / 2 : pen.x
    drawCode(this.#pdf, block.code, { x, y: pen.y, width, height })
    pen.y += height + 2
    if (block.caption) pen.y += pen.write(block.caption, { size: 7.5, colour: QUIET, align: 'center' }, x, width)
    pen.y += GAP / 2
  }

  #feet(): void {
    const { foot } = this.#document
    if (foot === undefined) return
    const { start, count } = this.#pdf.bufferedPageRange()
    for (let i = start; i < start + count; i++) {
      this.#pdf.switchToPage(i)
      const y = (this.#page.height - this.#page.margin) * MM - 9
      this.#pen.line(y - GAP)
      const text = foot.replaceAll('{page}', String(i + 1)).replaceAll('{pages}', String(count))
      this.#pen.write(text, { size: 7.5, colour: QUIET, lines: 1 }, this.#pen.x, this.#pen.width, y)
    }
  }
}
