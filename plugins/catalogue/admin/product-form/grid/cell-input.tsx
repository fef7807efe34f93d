import { useEffect, useRef } from 'react'
import type { GridColumn } from './cell.ts'

export interface CellInputProps {
  column: GridColumn
  label: string
  /** Initial text: the cell's value, or the character that started the edit. */
  start: string
  /** Commits the text; the step tells which cell is next. */
  keep: (text: string, step: { rows: number; columns: number; on: boolean }) => void
  leave: () => void
}

const stay = { rows: 0, columns: 0, on: false }

/** Cell editor. The text stays local until it is committed, so that a keystroke renders only this component. */
export function CellInput({ column, label, start, keep, leave }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const isFinished = useRef(false)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    // On touch screens moving the caret is difficult: typing replaces the value.
    const over = start.length > 1 && matchMedia('(pointer: coarse)').matches
    input.current?.setSelectionRange(over ? 0 : start.length, start.length)
    // Only when it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const done = (step: Parameters<CellInputProps['keep']>[1]) => {
    if (isFinished.current) return
    isFinished.current = true
    keep(input.current?.value ?? '', step)
  }
  return (
    <input
      ref={input}
      className={column.end ? 'grid-input num' : 'grid-input'}
      aria-label={label}
      inputMode={column.field?.widget === 'money' ? 'decimal' : column.field?.widget === 'int' ? 'numeric' : 'text'}
      maxLength={column.field?.maxLength}
      defaultValue={start}
      onBlur={() => done(stay)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        // Commits before the save shortcut runs.
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') return done(stay)
        event.stopPropagation()
        if (event.key === 'Escape') {
          event.preventDefault()
          isFinished.current = true
          leave()
        } else if (event.key === 'Enter') {
          event.preventDefault()
          done({ rows: event.shiftKey ? -1 : 1, columns: 0, on: false })
        } else if (event.key === 'Tab') {
          event.preventDefault()
          done({ rows: 0, columns: event.shiftKey ? -1 : 1, on: true })
        } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault()
          done({ rows: event.key === 'ArrowDown' ? 1 : -1, columns: 0, on: false })
        }
      }}
    />
  )
}
