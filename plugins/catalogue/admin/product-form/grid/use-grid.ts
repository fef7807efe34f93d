import { cellWrites } from './cell-writes.ts'
import { gridClipboard } from './grid-clipboard.ts'
import type { GridInput } from './grid-input.ts'
import { gridKeys } from './grid-keys.ts'
import { gridPointer } from './grid-pointer.ts'
import { useActiveCell } from './use-active-cell.ts'

/** State of the grid with keyboard, pointer and clipboard handlers. */
export function useGrid(grid: GridInput) {
  const cell = useActiveCell(grid)
  const writes = cellWrites(grid, cell)
  const { active, block, editing } = cell
  return {
    active,
    block,
    editing,
    fillToEnd: writes.fillToEnd,
    keep: writes.keep,
    leave: writes.leave,
    /** Focuses the active cell again. */
    refocus: () => {
      cell.focusActive()
      cell.setPlace({ ...active })
    },
    handlers: { onKeyDown: gridKeys(grid, cell, writes), ...gridPointer(cell), ...gridClipboard(grid, cell) },
  }
}
