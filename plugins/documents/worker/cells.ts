import { setImmediate as breathe } from 'node:timers/promises'
import type { Block, Cell, Grid } from '../domain/document.ts'
import { drawCode } from './code.ts'
import { MM, Pen, type Pdf, QUIET } from './pen.ts'

type Cells = Extract<Block, { type: 'cells' }>
interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Padding inside a cell, because printers and cutters are not exact. */
const PAD = 2.2 * MM

/** Draws cells on pages. `next` starts a new page. Yields between pages, so that finished pages are sent and not held in memory. */
export async function drawCells(pdf: Pdf, { grid, cells }: Cells, next: () => void): Promise<void> {
  const perPage = grid.columns * grid.rows
  let at = grid.start
  for (const cell of cells)
    for (let n = 0; n < cell.copies; n++) {
      if (at === perPage) {
        next()
        await breathe()
        at = 0
      }
      drawCell(pdf, cell, getBox(grid, at))
      at += 1
    }
}

function getBox(grid: Grid, at: number): Box {
  const column = at % grid.columns
  const row = Math.floor(at / grid.columns)
  return {
    x: (grid.left + column * (grid.width + grid.gapX)) * MM + PAD,
    y: (grid.top + row * (grid.height + grid.gapY)) * MM + PAD,
    width: grid.width * MM - 2 * PAD,
    height: grid.height * MM - 2 * PAD,
  }
}

const drawCell = (pdf: Pdf, cell: Cell, box: Box) => (cell.code.kind === 'qrcode' ? drawBeside(pdf, cell, box) : drawBelow(pdf, cell, box))

/** Layout for barcodes: text above, the bars over the whole width, caption and price below. */
function drawBelow(pdf: Pdf, cell: Cell, box: Box): void {
  const pen = new Pen(pdf, box.x, box.y, box.width)
  const small = box.height < 26 * MM
  pen.y += pen.write(cell.title, { size: small ? 7 : 8, strong: true, lines: small ? 1 : 2 })
  if (cell.detail) pen.y += pen.write(cell.detail, { size: 6.5, colour: QUIET, lines: 1 })
  const foot = { size: 6.5, colour: QUIET, lines: 1 }
  const price = { size: small ? 9 : 10, strong: true, lines: 1, align: 'right' as const }
  const footHeight = cell.strong ? pen.height(cell.strong, price) : pen.height(cell.caption, foot)
  const bottom = box.y + box.height - footHeight
  const top = pen.y + 1.5
  if (bottom - top > 8) drawCode(pdf, cell.code, { ...box, y: top, height: bottom - top - 1 })
  const priceWidth = cell.strong ? Math.min(box.width * 0.55, pdf.fontSize(price.size).widthOfString(cell.strong) + 2) : 0
  const captionWidth = box.width - priceWidth - (priceWidth ? 4 : 0)
  pen.write(
    cell.caption,
    { ...foot, align: cell.strong ? 'left' : 'center' },
    box.x,
    captionWidth,
    box.y + box.height - pen.height('0', foot),
  )
  if (cell.strong) pen.write(cell.strong, price, box.x + box.width - priceWidth, priceWidth, bottom)
}

/** Layout for QR codes: the code on the left, text beside it. */
function drawBeside(pdf: Pdf, cell: Cell, box: Box): void {
  const side = Math.min(box.height, box.width * 0.48)
  drawCode(pdf, cell.code, { x: box.x, y: box.y + (box.height - side) / 2, width: side, height: side })
  const pen = new Pen(pdf, box.x + side + 5, box.y, box.width - side - 5)
  const small = box.height < 26 * MM
  pen.y += pen.write(cell.title, { size: small ? 7 : 8, strong: true, lines: small ? 2 : 3 }) + 1
  if (cell.detail) pen.y += pen.write(cell.detail, { size: 6.5, colour: QUIET, lines: 2 })
  const price = { size: small ? 9 : 10, strong: true, lines: 1 }
  const caption = { size: 6.5, colour: QUIET, lines: 2 }
  let bottom = box.y + box.height
  if (cell.strong) bottom -= pen.write(cell.strong, price, pen.x, pen.width, bottom - pen.height(cell.strong, price))
  const height = pen.height(cell.caption, caption)
  if (bottom - height >= pen.y) pen.write(cell.caption, caption, pen.x, pen.width, bottom - height)
}
