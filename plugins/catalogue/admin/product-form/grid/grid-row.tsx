import { ChevronDown, ChevronRight, Reset, Trash } from '@blueprintjs/icons'
import { memo, type ReactNode } from 'react'
import { fieldId } from 'stoa/admin'
import type { Stock } from '../model.ts'
import { type GridColumn, typable } from './cell.ts'
import { CellInput, type CellInputProps } from './cell-input.tsx'
import { cellText, getTitle, type Words } from './columns.ts'
import { useMessages } from './messages.ts'

/** Number of characters at the end of a code that are always visible. */
const TAIL = 8

/** Row actions; stable functions for the lifetime of the grid. */
export interface RowActs {
  check: (index: number, on: boolean, range: boolean) => void
  toggle: (index: number) => void
  remove: (index: number) => void
  restore: (index: number) => void
  keep: (text: string, step: Parameters<CellInputProps['keep']>[1]) => void
  leave: () => void
}

export interface GridRowProps {
  stock: Stock
  /** Position among the visible rows. */
  position: number
  /** Index in the form's list. */
  index: number
  path: string
  columns: readonly GridColumn[]
  words: Words
  /** Active column, -1 if the row is not active. */
  active: number
  /** Selected columns; `from` is -1 without a selection. */
  from: number
  to: number
  /** Text of the edited cell; undefined if none is edited. */
  editing: string | undefined
  checked: boolean
  open: boolean
  recovered: boolean
  /** False for the last stock item, which cannot be removed. */
  removable: boolean
  errors: Readonly<Record<string, readonly string[]>> | undefined
  acts: RowActs
}

/** A row of the grid. Cells are plain text; only the edited cell is an input. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { stock, position, path, columns, words, active, from, to, errors } = props
  const say = useMessages()
  const title = getTitle(stock, words, say('oneKind'))
  return (
    <tr className={stock.visibled ? undefined : 'is-gone'} aria-selected={props.checked || undefined}>
      {columns.map((column, c) => {
        const wrong = errors?.[column.kind === 'goods' ? 'inventories.0.quantity' : column.name]
        const edited = c === active && props.editing !== undefined && typable(column, stock)
        const sticky = column.kind === 'check' || column.kind === 'expand' || column.kind === 'option'
        const last = column.kind === 'action' || column.kind === 'goods'
        const classes = [
          `is-${column.kind}`,
          (sticky || last) && 'is-sticky',
          column.end && 'num',
          c === active && 'is-active',
          c >= from && c <= to && 'is-chosen',
          edited && 'is-edited',
          column.field && !typable(column, stock) && 'is-fixed',
          wrong && 'is-wrong',
        ]
        return (
          <td
            key={column.name}
            id={column.kind === 'field' ? fieldId(`${path}.${column.name}`) : undefined}
            role={column.place === 0 ? 'rowheader' : 'gridcell'}
            className={classes.filter(Boolean).join(' ')}
            data-cell={`${position}:${c}`}
            tabIndex={isWidget(column) ? undefined : c === active ? 0 : -1}
            aria-selected={from >= 0 && c >= from && c <= to ? true : undefined}
            aria-invalid={wrong ? true : undefined}
            aria-readonly={column.field && !typable(column, stock) ? true : undefined}
            style={getBeside(column)}
          >
            {edited ? (
              <CellInput
                column={column}
                label={`${title}: ${column.label}`}
                start={props.editing ?? ''}
                keep={props.acts.keep}
                leave={props.acts.leave}
              />
            ) : (
              <CellContent {...props} column={column} title={title} focusable={c === active ? 0 : -1} />
            )}
          </td>
        )
      })}
    </tr>
  )
})

/** Offset of a sticky option column. */
export const getBeside = ({ place }: GridColumn) =>
  place === undefined ? undefined : { insetInlineStart: `calc(var(--grid-lead) + ${place} * var(--grid-option))` }

/** Cells with a single control, which gets the cell's focus. */
export const isWidget = (column: GridColumn): boolean => column.kind === 'check' || column.kind === 'expand' || column.kind === 'action'

/** Truncates a code before its end, since generated codes differ there. */
function CutInside({ text }: { text: string }) {
  return (
    <span className="cut-inside" title={text}>
      <span>{text.slice(0, -TAIL)}</span>
      <span>{text.slice(-TAIL)}</span>
    </span>
  )
}

function CellContent(props: GridRowProps & { column: GridColumn; title: string; focusable: 0 | -1 }): ReactNode {
  const { column, stock, index, title, words, acts, focusable, open } = props
  const say = useMessages()
  switch (column.kind) {
    case 'check':
      return (
        <input
          type="checkbox"
          tabIndex={focusable}
          checked={props.checked}
          aria-label={say('select', { name: title })}
          onChange={(event) => acts.check(index, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      )
    case 'expand':
      return (
        <button
          type="button"
          className="icon-button"
          tabIndex={focusable}
          aria-expanded={open}
          aria-label={say(open ? 'less' : 'more', { name: title })}
          onClick={() => acts.toggle(index)}
        >
          {open ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
        </button>
      )
    case 'action':
      if (!stock.visibled)
        return (
          <button
            type="button"
            className="icon-button"
            tabIndex={focusable}
            title={say('restoreWord')}
            aria-label={say('restore', { name: title })}
            onClick={() => acts.restore(index)}
          >
            <Reset size={16} aria-hidden />
          </button>
        )
      return (
        <button
          type="button"
          className="icon-button"
          tabIndex={focusable}
          disabled={!props.removable}
          aria-label={say('remove', { name: title })}
          onClick={() => acts.remove(index)}
        >
          <Trash size={16} aria-hidden />
        </button>
      )
    case 'option':
      return cellText(column, stock, words) || '–'
    default: {
      const text = cellText(column, stock, words)
      return column.end ? text : <CutInside text={text} />
    }
  }
}
