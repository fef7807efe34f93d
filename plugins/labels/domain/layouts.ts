/** A label sheet format, in millimetres. */
export interface Layout {
  id: string
  page: { width: number; height: number }
  columns: number
  rows: number
  /** Width of one label. */
  width: number
  height: number
  left: number
  top: number
  gapX: number
  gapY: number
}

/** Common formats: two sheets of 24 labels, and rolls of label printers with one label per page. */
export const layouts = [
  {
    id: 'a4_24',
    page: { width: 210, height: 297 },
    columns: 3,
    rows: 8,
    width: 63.5,
    height: 33.9,
    left: 7.25,
    top: 12.9,
    gapX: 2.5,
    gapY: 0,
  },
  { id: 'a4_24_full', page: { width: 210, height: 297 }, columns: 3, rows: 8, width: 70, height: 37, left: 0, top: 0.5, gapX: 0, gapY: 0 },
  roll('roll_62', 62, 29),
  roll('roll_50', 50, 30),
] as const satisfies readonly Layout[]

function roll<const Id extends string>(id: Id, width: number, height: number) {
  return { id, page: { width, height }, columns: 1, rows: 1, width, height, left: 0, top: 0, gapX: 0, gapY: 0 }
}

/** The format with this id. */
export const findLayout = (id: string): Layout | undefined => layouts.find((l) => l.id === id)

/** Labels per page. */
export const countPerPage = (layout: Layout): number => layout.columns * layout.rows

/** Number of pages; the first one starts at label `start`. */
export const pageCount = (layout: Layout, start: number, labels: number): number => Math.ceil((start + labels) / countPerPage(layout))
