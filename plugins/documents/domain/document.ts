/** Where text stands in its width. */
export type Align = 'left' | 'center' | 'right'

/** A bar or matrix code. Whoever prints one has checked that `text` can be said in it. */
export interface Code {
  kind: 'code128' | 'ean13' | 'ean8' | 'upca' | 'qrcode'
  text: string
}

/** A column of a table. `share` is its part of the width. */
export interface Column {
  label: string
  share: number
  align?: Align
}

/** What stands in a table: a text, or one with a smaller line below it. */
export type TableCell = string | { text: string; detail: string }

/** One of many equal pieces of paper, such as a label: a code with words around it. */
export interface Cell {
  copies: number
  code: Code
  title: string
  detail: string
  /** The code in letters, below it. */
  caption: string
  /** Stands out, such as a price. */
  strong: string
}

/** Where cells lie on a page, in millimetres. A page is filled row by row, the first one from cell `start` on. */
export interface Grid {
  columns: number
  rows: number
  width: number
  height: number
  /** Margins of the page. */
  left: number
  top: number
  /** Between cells. */
  gapX: number
  gapY: number
  start: number
}

/** A piece of a document. Pieces stand below each other. */
export type Block =
  | { type: 'heading'; text: string; level?: 1 | 2 }
  | { type: 'text'; text: string; quiet?: boolean; strong?: boolean; align?: Align }
  | { type: 'columns'; columns: readonly (readonly Block[])[]; shares?: readonly number[] }
  | { type: 'pairs'; rows: readonly (readonly [label: string, value: string])[] }
  | { type: 'table'; columns: readonly Column[]; rows: readonly (readonly TableCell[])[] }
  | { type: 'totals'; rows: readonly (readonly [label: string, value: string])[] }
  | { type: 'code'; code: Code; height: number; caption?: string; align?: Align }
  | { type: 'space'; height: number }
  | { type: 'rule' }
  | { type: 'cells'; grid: Grid; cells: readonly Cell[] }

/** A document to print, as data: no function, no picture, no address, so nothing can be fetched while it is drawn. */
export interface PrintedDocument {
  title: string
  /** Language of its texts, for those who have it read to them. */
  language: string
  /** Millimetres; A4 when absent. */
  page?: { width: number; height: number; margin: number }
  /** Small line at the top of every page but the first. */
  running?: string
  /** Small line at the foot; `{page}` and `{pages}` become numbers. */
  foot?: string
  blocks: readonly Block[]
}
