/** Horizontal alignment of text. */
export type Align = 'left' | 'center' | 'right'

/** A barcode or QR code. The caller must check that `text` can be encoded. */
export interface Code {
  kind: 'code128' | 'ean13' | 'ean8' | 'upca' | 'qrcode'
  text: string
}

/** A column of a table. `share` is its fraction of the width. */
export interface Column {
  label: string
  share: number
  align?: Align
}

/** A table cell: a text, or a text with a smaller line below it. */
export type TableCell = string | { text: string; detail: string }

/** A cell of a label sheet: a code with text. */
export interface Cell {
  copies: number
  code: Code
  title: string
  detail: string
  /** Human-readable text below the code. */
  caption: string
  /** Emphasized text, such as a price. */
  strong: string
}

/** Layout of cells on a page, in millimetres. Pages are filled row by row, the first one from cell `start`. */
export interface Grid {
  columns: number
  rows: number
  width: number
  height: number
  /** Page margins. */
  left: number
  top: number
  /** Gaps between cells. */
  gapX: number
  gapY: number
  start: number
}

/** A block of a document. Blocks are placed one below the other. */
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

/** A document to print, as plain data: without functions, images and URLs, so that rendering cannot access the network. */
export interface PrintedDocument {
  title: string
  /** Language of the texts, for screen readers. */
  language: string
  /** Page size in millimetres; A4 when absent. */
  page?: { width: number; height: number; margin: number }
  /** Header line of every page but the first. */
  running?: string
  /** Footer line; `{page}` and `{pages}` are replaced by numbers. */
  foot?: string
  blocks: readonly Block[]
}
