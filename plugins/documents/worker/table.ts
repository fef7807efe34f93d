import type { Align, Block, TableCell } from '../domain/document.ts'
import { INK, type Look, type Pen, QUIET } from './pen.ts'

type Table = Extract<Block, { type: 'table' }>

const GAP = 8
const PAD = 5
const head: Look = { size: 7.5, colour: QUIET }
const body: Look = { size: 9 }
const small: Look = { size: 7.5, colour: QUIET }

interface Place {
  x: number
  width: number
  align: Align
}

/** Draws a table and repeats its header on every page. `room` makes room for a height and starts a new page if necessary. */
export function drawTable(pen: Pen, { columns, rows }: Table, ensureSpace: (height: number) => boolean): void {
  const places = getPlaces(pen, columns)
  const drawHead = () => {
    const height = Math.max(...columns.map((c, i) => measure(pen, c.label, head, places[i])))
    for (const [i, c] of columns.entries()) put(pen, c.label, head, places[i], pen.y)
    pen.y += height + PAD
    pen.line(pen.y, pen.x, pen.width, INK)
    pen.y += PAD
  }
  ensureSpace(70)
  drawHead()
  for (const row of rows) {
    const height = Math.max(...row.map((cell, i) => cellHeight(pen, cell, places[i])))
    if (ensureSpace(height + PAD * 2)) drawHead()
    for (const [i, cell] of row.entries()) drawCell(pen, cell, places[i])
    pen.y += height + PAD
    pen.line()
    pen.y += PAD
  }
}

function getPlaces(pen: Pen, columns: Table['columns']): Place[] {
  const all = columns.reduce((sum, c) => sum + c.share, 0)
  const usable = pen.width - GAP * (columns.length - 1)
  let { x } = pen
  return columns.map(({ share, align = 'left' }) => {
    const place = { x, width: (usable * share) / all, align }
    x += place.width + GAP
    return place
  })
}

const getText = (cell: TableCell) => (typeof cell === 'string' ? { text: cell, detail: '' } : cell)

const measure = (pen: Pen, text: string, look: Look, place: Place | undefined) => pen.height(text, look, place?.width)

function cellHeight(pen: Pen, cell: TableCell, place: Place | undefined): number {
  const { text, detail } = getText(cell)
  return measure(pen, text, body, place) + (detail ? measure(pen, detail, small, place) : 0)
}

function drawCell(pen: Pen, cell: TableCell, place: Place | undefined): void {
  const { text, detail } = getText(cell)
  const height = put(pen, text, body, place, pen.y)
  if (detail) put(pen, detail, small, place, pen.y + height)
}

const put = (pen: Pen, text: string, look: Look, place: Place | undefined, y: number) =>
  place ? pen.write(text, { ...look, align: place.align }, place.x, place.width, y) : 0
