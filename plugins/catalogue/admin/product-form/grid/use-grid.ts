import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Stock } from '../model.ts'
import { formatBlock, parseBlock, type PastePlan, planPaste, setCells } from './block.ts'
import { type GridColumn, typable } from './cell.ts'
import { cellText, type Words } from './columns.ts'
import { isWidget } from './grid-row.tsx'
import { type Block, blockOf, moved, type Place, stepFrom } from './selection.ts'

export interface GridGiven {
  table: RefObject<HTMLTableElement | null>
  stocks: readonly Stock[]
  /** Indexes of the stocks that are shown, in order. */
  shown: readonly number[]
  columns: readonly GridColumn[]
  words: Words
  /** Takes changed stocks, to be taken back as one step. */
  change: (stocks: Stock[]) => void
  undo: () => boolean
  /** Says what has happened. */
  tell: (what: 'filled' | 'pasted' | 'cleared' | 'nothing' | 'nothingAbove' | 'undone' | 'wrong', count?: number) => void
  /** Asks about a block that does not fit as a whole. */
  ask: (plan: PastePlan) => void
}

interface Editing {
  start: string
}

const firstTyped = (columns: readonly GridColumn[]) =>
  Math.max(
    0,
    columns.findIndex((column) => column.kind === 'field'),
  )

/** Which cell is active, what is chosen and typed, and what keys and the clipboard do to them. */
export function useGrid(given: GridGiven) {
  const { table, stocks, shown, columns, words } = given
  const size = { rows: shown.length, columns: columns.length }
  const [anchor, setAnchor] = useState<Place>()
  const [editing, setEditing] = useState<Editing>()
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
  const block = blockOf(anchor ?? active, active)

  const cellAt = (at: Place) => table.current?.querySelector<HTMLElement>(`[data-cell="${at.row}:${at.column}"]`)
  useEffect(() => {
    if (!wantsFocus.current || editing) return
    wantsFocus.current = false
    const cell = cellAt(active)
    const target = cell?.querySelector<HTMLElement>('button:not(:disabled), input') ?? cell
    target?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const columnAt = (at: Place) => columns[at.column]
  const stockAt = (at: Place) => stocks[shown[at.row] ?? -1]
  const go = (next: Place, extend = false) => {
    wantsFocus.current = true
    setAnchor(extend ? (anchor ?? active) : undefined)
    setPlace(next)
  }
  const edit = (at: Place, start?: string) => {
    const [column, stock] = [columnAt(at), stockAt(at)]
    if (!column || !stock || !typable(column, stock)) return false
    setAnchor(undefined)
    setPlace(at)
    setEditing({ start: start ?? cellText(column, stock, words) })
    return true
  }
  const cellsOf = ({ top, bottom, left, right }: Block) =>
    shown.slice(top, bottom + 1).flatMap((index) => columns.slice(left, right + 1).map((column) => ({ index, column })))
  const put = (cells: { index: number; column: GridColumn; text: string }[], what: 'filled' | 'cleared' | 'pasted') => {
    const made = setCells(stocks, cells)
    if (made) given.change(made.stocks)
    given.tell(made ? what : 'nothing', made?.changed)
  }
  const fillDown = (to: Block = block) => {
    // One cell alone takes what stands above it, as in spreadsheets.
    const source = to.top === to.bottom ? to.top - 1 : to.top
    const stock = stocks[shown[source] ?? -1]
    if (!stock) return given.tell('nothingAbove')
    const rows = { ...to, top: source + 1 }
    put(
      cellsOf(rows).map(({ index, column }) => ({ index, column, text: cellText(column, stock, words) })),
      'filled',
    )
  }
  const clear = () =>
    put(
      cellsOf(block).map((cell) => ({ ...cell, text: '' })),
      'cleared',
    )

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.nativeEvent.isComposing || !(event.target as HTMLElement).closest('[data-cell]')) return
    const held = event.ctrlKey || event.metaKey
    const column = columnAt(active)
    const next = moved(event, active, size)
    const did = () => event.preventDefault()
    if (next) {
      did()
      go(next, event.shiftKey)
    } else if (held && event.key.toLowerCase() === 'd') {
      did()
      fillDown()
    } else if (held && event.key.toLowerCase() === 'z') {
      did()
      if (given.undo()) given.tell('undone')
      wantsFocus.current = true
    } else if (held && event.key.toLowerCase() === 'a') {
      did()
      setAnchor({ row: 0, column: 0 })
      go({ row: size.rows - 1, column: size.columns - 1 })
      setAnchor({ row: 0, column: 0 })
    } else if (column && isWidget(column)) {
      // The control in the cell does with the key what controls do.
    } else if (event.key === 'Enter' || event.key === 'F2') {
      did()
      if (!edit(active)) go(stepFrom(active, 1, 0, size))
    } else if (event.key === 'Escape' && anchor) {
      did()
      setAnchor(undefined)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      did()
      clear()
    } else if (event.key.length === 1 && !held && !event.altKey) {
      if (edit(active, event.key)) did()
    }
  }

  const keep = (text: string, step: { rows: number; columns: number; on: boolean }) => {
    const [index, column] = [shown[active.row], columnAt(active)]
    setEditing(undefined)
    if (column && index !== undefined) {
      const made = setCells(stocks, [{ index, column, text: text.trim() }])
      if (made) given.change(made.stocks)
      if (column.fault?.(text.trim())) given.tell('wrong')
    }
    if (step.rows === 0 && step.columns === 0) return
    wantsFocus.current = true
    const next = nextCell(given, active, size, step)
    setPlace(next)
    if (step.on) openNext.current = next
  }
  // Typing on in the next cell has to wait until the kept value is there.
  useEffect(() => {
    const next = openNext.current
    openNext.current = undefined
    if (next) edit(next)
  })
  const leave = () => {
    wantsFocus.current = true
    setEditing(undefined)
  }

  const placeOf = (target: EventTarget): Place | undefined => {
    const [row, column] = ((target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? '').split(':').map(Number)
    return row === undefined || column === undefined || Number.isNaN(row) ? undefined : { row, column }
  }
  const onPointerDown = (event: PointerEvent) => {
    const at = placeOf(event.target)
    if (!at || event.button !== 0 || (event.target as HTMLElement).classList.contains('grid-input')) return
    const again = at.row === active.row && at.column === active.column && !anchor
    if (event.shiftKey) event.preventDefault()
    const column = columnAt(at)
    if (column && isWidget(column)) {
      setPlace(at)
      setAnchor(undefined)
      return
    }
    // A second touch of a cell types into it; a finger means it at once.
    if ((again && table.current?.contains(document.activeElement)) || event.pointerType === 'touch') {
      if (event.pointerType !== 'touch') event.preventDefault()
      if (event.pointerType !== 'touch' && edit(at)) return
    }
    go(at, event.shiftKey)
  }
  const onPointerOver = (event: PointerEvent) => {
    if (event.buttons !== 1 || event.pointerType !== 'mouse' || editing) return
    const at = placeOf(event.target)
    const column = at && columnAt(at)
    if (at && column && !isWidget(column) && (at.row !== active.row || at.column !== active.column)) go(at, true)
  }
  const onClick = (event: { target: EventTarget; nativeEvent: Event }) => {
    const at = placeOf(event.target)
    if (at && (event.nativeEvent as unknown as { pointerType?: string }).pointerType === 'touch') edit(at)
  }
  const onFocus = (event: { target: EventTarget }) => {
    const at = placeOf(event.target)
    if (at && (at.row !== active.row || at.column !== active.column) && !editing) setPlace(at)
  }

  const onCopy = (event: ClipboardEvent) => {
    if (editing || !placeOf(event.target)) return
    const { top, bottom, left, right } = block
    const typed = columns.slice(left, right + 1).filter((column) => !isWidget(column))
    const rows = shown.slice(top, bottom + 1).flatMap((index) => {
      const stock = stocks[index]
      return stock ? [typed.map((column) => cellText(column, stock, words))] : []
    })
    event.clipboardData.setData('text/plain', formatBlock(rows))
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (editing || !placeOf(event.target)) return
    event.preventDefault()
    const cells = parseBlock(event.clipboardData.getData('text/plain'))
    const alone = cells.length === 1 && cells[0]?.length === 1 ? (cells[0][0] ?? '') : undefined
    const many = block.top !== block.bottom || block.left !== block.right
    // One cell fills all that are chosen.
    const whole =
      alone !== undefined && many
        ? Array.from({ length: block.bottom - block.top + 1 }, () => Array.from({ length: block.right - block.left + 1 }, () => alone))
        : cells
    const rows = shown.slice(block.top).filter((index) => stocks[index]?.visibled)
    const plan = planPaste({ stocks, columns, rows, column: block.left }, whole)
    if (plan.misfits.length > 0) return given.ask(plan)
    if (plan.changed > 0) given.change(plan.stocks)
    given.tell(plan.changed > 0 ? 'pasted' : 'nothing', plan.changed)
  }

  return {
    active,
    block,
    editing,
    /** From the active cell to the last row. */
    fillToEnd: () => fillDown({ ...block, bottom: size.rows - 1 }),
    keep,
    leave,
    /** Puts the focus back on the active cell. */
    refocus: () => {
      wantsFocus.current = true
      setPlace({ ...active })
    },
    handlers: { onKeyDown, onPointerDown, onPointerOver, onClick, onFocus, onCopy, onPaste },
  }
}

/** After a kept cell: some rows down, or the next cell that can be typed into, over the end of the row. */
function nextCell(
  given: GridGiven,
  active: Place,
  size: { rows: number; columns: number },
  step: { rows: number; columns: number },
): Place {
  if (step.columns === 0) return stepFrom(active, step.rows, 0, size)
  const cells = size.rows * size.columns
  for (let at = active.row * size.columns + active.column + step.columns; at >= 0 && at < cells; at += step.columns) {
    const next = { row: Math.floor(at / size.columns), column: at % size.columns }
    const [column, stock] = [given.columns[next.column], given.stocks[given.shown[next.row] ?? -1]]
    if (column && stock && typable(column, stock)) return next
  }
  return active
}
