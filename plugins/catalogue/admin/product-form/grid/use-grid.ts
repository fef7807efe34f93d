import { cellWrites } from './cell-writes.ts'
import { gridClipboard } from './grid-clipboard.ts'
import type { GridInput } from './grid-input.ts'
import { gridKeys } from './grid-keys.ts'
import { gridPointer } from './grid-pointer.ts'
import { useActiveCell } from './use-active-cell.ts'

/** Which cell is active, what is chosen and typed, and what keys, pointer and clipboard do to them. */
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
    /** Puts the focus back on the active cell. */
    refocus: () => {
      cell.focusActive()
      cell.setPlace({ ...active })
    },
    handlers: { onKeyDown: gridKeys(grid, cell, writes), ...gridPointer(cell), ...gridClipboard(grid, cell) },
  }
}
