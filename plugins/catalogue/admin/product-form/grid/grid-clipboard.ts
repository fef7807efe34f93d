import type { ClipboardEvent } from 'react'
import { formatBlock, parseBlock, planPaste } from './block.ts'
import { cellText } from './columns.ts'
import { getPlace } from './grid-pointer.ts'
import { isWidget } from './grid-row.tsx'
import type { ActiveCell } from './use-active-cell.ts'
import type { GridInput } from './grid-input.ts'

/** Copy and paste of the grid. */
export function gridClipboard(grid: GridInput, { block, editing }: ActiveCell) {
  const { stocks, visibleIndexes, columns, words } = grid
  const { top, bottom, left, right } = block
  return {
    onCopy: (event: ClipboardEvent) => {
      if (editing || !getPlace(event.target)) return
      const typed = columns.slice(left, right + 1).filter((column) => !isWidget(column))
      const rows = visibleIndexes.slice(top, bottom + 1).flatMap((index) => {
        const stock = stocks[index]
        return stock ? [typed.map((column) => cellText(column, stock, words))] : []
      })
      event.clipboardData.setData('text/plain', formatBlock(rows))
      event.preventDefault()
    },
    onPaste: (event: ClipboardEvent) => {
      if (editing || !getPlace(event.target)) return
      event.preventDefault()
      const cells = parseBlock(event.clipboardData.getData('text/plain'))
      const alone = cells.length === 1 && cells[0]?.length === 1 ? (cells[0][0] ?? '') : undefined
      const many = top !== bottom || left !== right
      // One copied cell fills the whole selection.
      const whole =
        alone !== undefined && many
          ? Array.from({ length: bottom - top + 1 }, () => Array.from({ length: right - left + 1 }, () => alone))
          : cells
      const rows = visibleIndexes.slice(top).filter((index) => stocks[index]?.visibled)
      const plan = planPaste({ stocks, columns, rows, column: left }, whole)
      if (plan.problems.length > 0) return grid.ask(plan)
      if (plan.changed > 0) grid.change(plan.stocks)
      grid.tell(plan.changed > 0 ? 'pasted' : 'nothing', plan.changed)
    },
  }
}
