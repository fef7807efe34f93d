import type { PointerEvent } from 'react'
import { isWidget } from './grid-row.tsx'
import type { Place } from './selection.ts'
import type { ActiveCell } from './use-active-cell.ts'

/** Position of the cell of an event. */
export function getPlace(target: EventTarget): Place | undefined {
  const [row, column] = ((target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? '').split(':').map(Number)
  return row === undefined || column === undefined || Number.isNaN(row) ? undefined : { row, column }
}

/** Mouse, pen and touch handling of the grid. */
export function gridPointer(cell: ActiveCell) {
  const { active, anchor, editing, columnAt, go, edit, setPlace, setAnchor } = cell
  const isActive = (at: Place) => at.row === active.row && at.column === active.column
  return {
    onPointerDown: (event: PointerEvent) => {
      const at = getPlace(event.target)
      if (!at || event.button !== 0 || (event.target as HTMLElement).classList.contains('grid-input')) return
      if (event.shiftKey) event.preventDefault()
      const column = columnAt(at)
      if (column && isWidget(column)) {
        setPlace(at)
        setAnchor(undefined)
        return
      }
      // A second mouse press on a cell starts an edit; touch uses the click event.
      const again = isActive(at) && !anchor && event.currentTarget.contains(document.activeElement)
      if (again && event.pointerType !== 'touch') {
        event.preventDefault()
        if (edit(at)) return
      }
      go(at, event.shiftKey)
    },
    onPointerOver: (event: PointerEvent) => {
      if (event.buttons !== 1 || event.pointerType !== 'mouse' || editing) return
      const at = getPlace(event.target)
      const column = at && columnAt(at)
      if (at && column && !isWidget(column) && !isActive(at)) go(at, true)
    },
    onClick: (event: { target: EventTarget; nativeEvent: Event }) => {
      const at = getPlace(event.target)
      if (at && (event.nativeEvent as unknown as { pointerType?: string }).pointerType === 'touch') edit(at)
    },
    onFocus: (event: { target: EventTarget }) => {
      const at = getPlace(event.target)
      if (at && !isActive(at) && !editing) setPlace(at)
    },
  }
}
