/** Position of a cell among the visible ones. */
export interface Place {
  row: number
  column: number
}

/** Corners of a selected block, inclusive. */
export interface Block {
  top: number
  bottom: number
  left: number
  right: number
}

/** The block between two cells. */
export const getBlock = (a: Place, b: Place): Block => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
})

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

/** A cell a number of steps away, clamped to the grid. */
export const stepFrom = (place: Place, rows: number, columns: number, size: { rows: number; columns: number }): Place => ({
  row: within(place.row + rows, size.rows),
  column: within(place.column + columns, size.columns),
})

const PAGE = 10

/** Target of a navigation key; undefined for other keys. */
export function moved(
  event: { key: string; ctrlKey: boolean; metaKey: boolean },
  at: Place,
  size: { rows: number; columns: number },
): Place | undefined {
  const far = event.ctrlKey || event.metaKey
  const go = (rows: number, columns: number) => stepFrom(at, rows, columns, size)
  switch (event.key) {
    case 'ArrowUp':
      return go(far ? -size.rows : -1, 0)
    case 'ArrowDown':
      return go(far ? size.rows : 1, 0)
    case 'ArrowLeft':
      return go(0, far ? -size.columns : -1)
    case 'ArrowRight':
      return go(0, far ? size.columns : 1)
    case 'Home':
      return far ? { row: 0, column: 0 } : go(0, -size.columns)
    case 'End':
      return far ? { row: size.rows - 1, column: size.columns - 1 } : go(0, size.columns)
    case 'PageUp':
      return go(-PAGE, 0)
    case 'PageDown':
      return go(PAGE, 0)
    default:
      return undefined
  }
}
