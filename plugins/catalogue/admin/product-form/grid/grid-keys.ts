import type { KeyboardEvent } from 'react'
import type { CellWrites } from './cell-writes.ts'
import { isWidget } from './grid-row.tsx'
import { moved, stepFrom } from './selection.ts'
import type { ActiveCell } from './use-active-cell.ts'
import type { GridInput } from './grid-input.ts'

/** Keyboard handling of the grid while no cell is edited. */
export function gridKeys(grid: GridInput, cell: ActiveCell, writes: CellWrites): (event: KeyboardEvent) => void {
  const { active, anchor, size, go, edit, setAnchor } = cell
  /** Shortcuts with Ctrl. */
  const commands: Record<string, () => void> = {
    d: () => writes.fillDown(),
    z: () => {
      if (grid.undo()) grid.tell('undone')
      cell.focusActive()
    },
    a: () => {
      go({ row: size.rows - 1, column: size.columns - 1 })
      setAnchor({ row: 0, column: 0 })
    },
  }
  return (event) => {
    if (cell.editing || event.nativeEvent.isComposing || !(event.target as HTMLElement).closest('[data-cell]')) return
    const hasModifier = event.ctrlKey || event.metaKey
    const column = cell.columnAt(active)
    const next = moved(event, active, size)
    const command = hasModifier ? commands[event.key.toLowerCase()] : undefined
    if (next) {
      event.preventDefault()
      go(next, event.shiftKey)
    } else if (command) {
      event.preventDefault()
      command()
    } else if (column && isWidget(column)) {
      // The control in the cell handles the key.
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      if (!edit(active)) go(stepFrom(active, 1, 0, size))
    } else if (event.key === 'Escape' && anchor) {
      event.preventDefault()
      setAnchor(undefined)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      writes.clear()
    } else if (event.key.length === 1 && !hasModifier && !event.altKey) {
      if (edit(active, event.key)) event.preventDefault()
    }
  }
}
