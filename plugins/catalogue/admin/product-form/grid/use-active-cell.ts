import { useEffect, useRef, useState } from 'react'
import { type GridColumn, typable } from './cell.ts'
import { cellText } from './columns.ts'
import { getBlock, type Place, stepFrom } from './selection.ts'
import type { GridInput } from './grid-input.ts'

/** Active cell, selection and edit state. */
export type ActiveCell = ReturnType<typeof useActiveCell>

/** State of a grid: active cell with focus, selected block, and edited cell. */
export function useActiveCell({ table, stocks, visibleIndexes, columns, words }: GridInput) {
  const size = { rows: visibleIndexes.length, columns: columns.length }
  const [anchor, setAnchor] = useState<Place>()
  const [editing, setEditing] = useState<{ start: string }>()
  const [place, setPlace] = useState<Place>({ row: 0, column: firstTyped(columns) })
  const [count, setCount] = useState(columns.length)
  // Column positions change with the number of options: the selection is reset.
  if (count !== columns.length) {
    setCount(columns.length)
    setPlace({ row: place.row, column: firstTyped(columns) })
    setAnchor(undefined)
    setEditing(undefined)
  }
  const wantsFocus = useRef(false)
  const openNext = useRef<Place>(undefined)
  const active = stepFrom(place, 0, 0, size)

  useEffect(() => {
    if (!wantsFocus.current || editing) return
    wantsFocus.current = false
    const cell = table.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`)
    const target = cell?.querySelector<HTMLElement>('button:not(:disabled), input') ?? cell
    target?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const columnAt = (at: Place) => columns[at.column]
  const stockAt = (at: Place) => stocks[visibleIndexes[at.row] ?? -1]
  /** Starts editing a cell; false if it is read-only. */
  const edit = (at: Place, start?: string) => {
    const [column, stock] = [columnAt(at), stockAt(at)]
    if (!column || !stock || !typable(column, stock)) return false
    setAnchor(undefined)
    setPlace(at)
    setEditing({ start: start ?? cellText(column, stock, words) })
    return true
  }
  // Editing the next cell waits until the committed value is applied.
  useEffect(() => {
    const next = openNext.current
    openNext.current = undefined
    if (next) edit(next)
  })

  return {
    size,
    active,
    anchor,
    block: getBlock(anchor ?? active, active),
    editing,
    columnAt,
    stockAt,
    edit,
    setPlace,
    setAnchor,
    stopEditing: () => setEditing(undefined),
    /** Focuses the active cell after the next render. */
    focusActive: () => {
      wantsFocus.current = true
    },
    /** Activates a cell; with `extend` it becomes the other corner of the selection. */
    go: (next: Place, extend = false) => {
      wantsFocus.current = true
      setAnchor(extend ? (anchor ?? active) : undefined)
      setPlace(next)
    },
    /** Edits a cell after the previous value is applied. */
    editNext: (next: Place) => {
      openNext.current = next
    },
  }
}

const firstTyped = (columns: readonly GridColumn[]) =>
  Math.max(
    0,
    columns.findIndex((column) => column.kind === 'field'),
  )
