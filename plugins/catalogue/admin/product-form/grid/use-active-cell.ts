import { useEffect, useRef, useState } from 'react'
import { type GridColumn, typable } from './cell.ts'
import { cellText } from './columns.ts'
import { getBlock, type Place, stepFrom } from './selection.ts'
import type { GridInput } from './grid-input.ts'

/** Which cell is active, which block is chosen, and what is typed into. */
export type ActiveCell = ReturnType<typeof useActiveCell>

/** Keeps the active cell of a grid and its focus, the chosen block, and the cell that is typed into. */
export function useActiveCell({ table, stocks, shown, columns, words }: GridInput) {
  const size = { rows: shown.length, columns: columns.length }
  const [anchor, setAnchor] = useState<Place>()
  const [editing, setEditing] = useState<{ start: string }>()
  const [place, setPlace] = useState<Place>({ row: 0, column: firstTyped(columns) })
  const [count, setCount] = useState(columns.length)
  // With an option more or less, places mean other columns.
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
  const stockAt = (at: Place) => stocks[shown[at.row] ?? -1]
  /** Begins to type into a cell; false where nothing can be typed. */
  const edit = (at: Place, start?: string) => {
    const [column, stock] = [columnAt(at), stockAt(at)]
    if (!column || !stock || !typable(column, stock)) return false
    setAnchor(undefined)
    setPlace(at)
    setEditing({ start: start ?? cellText(column, stock, words) })
    return true
  }
  // Typing on in the next cell has to wait until the kept value is there.
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
    /** Puts the focus on the active cell once the grid is drawn anew. */
    focusActive: () => {
      wantsFocus.current = true
    },
    /** Makes a cell the active one, with `extend` as the other corner of the block. */
    go: (next: Place, extend = false) => {
      wantsFocus.current = true
      setAnchor(extend ? (anchor ?? active) : undefined)
      setPlace(next)
    },
    /** Types into a cell once what was typed before is there. */
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
