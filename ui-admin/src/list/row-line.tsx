import { memo, useState, type CSSProperties } from 'react'
import type { ActionInfo, Column, ResourceInfo, Row } from 'stoa/api-types'
import { Link } from '../common/link.tsx'
import { rowPath, rowTitle, titleColumn } from '../common/paths.ts'
import { t } from '../i18n/index.ts'
import { can, useSession } from '../state/session.ts'
import { ColumnCell } from '../widgets/cells.tsx'
import { alignment, isTypable } from './columns.ts'
import { isBlank } from './filled-columns.ts'
import { FlagSwitch } from './flag-switch.tsx'
import { InlineEdit } from './inline-edit.tsx'
import { pencil } from '../common/row-icons.tsx'
import { RowMenu } from './row-menu.tsx'

export interface RowLineProps {
  row: Row
  /** Depth in a tree. */
  depth: number
  neighbours: () => Row[]
  resource: ResourceInfo
  columns: Column[]
  selectable: boolean
  checked: boolean
  pick: (id: number, on: boolean) => void
  saveCell: (row: Row, field: string, value: unknown) => Promise<void>
  remove: (row: Row) => void
  run: (action: ActionInfo) => void
}

/** One table row. Cells are plain text until they are edited, so that a hundred rows render fast. */
export const RowLine = memo(
  function RowLine(props: RowLineProps) {
    const { row, resource, columns } = props
    // No message hook per row, which would cost more than the row. A language change replaces the resource with its labels, so the rows are
    // rendered again anyway.
    const { manifest } = useSession()
    const [editing, setEditing] = useState('')
    const title = rowTitle(resource, row, manifest.site.time_zone)
    const mayEdit = can(resource, 'update')
    const naming = titleColumn(resource, row)
    const shownAs = columns.find((column) => column.name === naming)?.name ?? columns[0]?.name

    const cell = (column: Column) => {
      const value = row[column.name]
      if (editing === column.name) {
        return (
          <InlineEdit
            column={column}
            row={row}
            neighbours={props.neighbours}
            save={(next) => props.saveCell(row, column.name, next)}
            close={(next) => setEditing(next ? nextTypable(columns, column, next) : '')}
          />
        )
      }
      if (column.widget === 'switch' && column.inline && mayEdit) {
        return (
          <FlagSwitch
            on={value === true}
            label={t('list.toggle', { field: column.label, title })}
            toggle={(on) => props.saveCell(row, column.name, on)}
          />
        )
      }
      const content = <ColumnCell column={column} value={value} row={row} />
      const cellContent =
        column.name === shownAs ? (
          <Link
            to={rowPath(manifest, resource, row.id)}
            className={props.depth > 0 ? 'row-title is-below' : 'row-title'}
            style={{ '--depth': props.depth } as CSSProperties}
          >
            {content}
          </Link>
        ) : (
          content
        )
      if (!mayEdit || !isTypable(column)) return cellContent
      return (
        <span className="typable">
          {cellContent}
          <button
            type="button"
            className="pencil"
            aria-label={t('list.editCell', { field: column.label, title })}
            onClick={() => setEditing(column.name)}
          >
            {pencil}
          </button>
        </span>
      )
    }

    return (
      <tr role="row" data-id={row.id} aria-selected={props.checked} className={props.checked ? 'is-picked' : undefined}>
        <td role="cell" className="tick">
          {props.selectable && (
            <label className="check">
              <input
                type="checkbox"
                checked={props.checked}
                onChange={(event) => props.pick(row.id, event.target.checked)}
                aria-label={t('list.selectRow', { title })}
              />
            </label>
          )}
        </td>
        {columns.map((column) => (
          <td
            key={column.name}
            role="cell"
            data-label={column.label}
            className={cellClass(column, row[column.name], column.name === shownAs, mayEdit)}
            onDoubleClick={mayEdit && isTypable(column) ? () => setEditing(column.name) : undefined}
          >
            {cell(column)}
          </td>
        ))}
        <td role="cell" className="row-end">
          <RowMenu resource={resource} row={row} title={title} remove={props.remove} run={props.run} />
        </td>
      </tr>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.depth === after.depth &&
    before.checked === after.checked &&
    before.columns === after.columns &&
    before.resource === after.resource &&
    before.pick === after.pick,
)

/** On phones, cards hide blank values that cannot be edited, and the id, which is in the URL of the row. */
function cellClass(column: Column, value: unknown, isTitle: boolean, mayEdit: boolean): string {
  return [
    alignment(column),
    isTitle && 'is-title',
    !isTitle && (column.name === 'id' || (isBlank(value) && !(mayEdit && isTypable(column)))) && 'is-spare',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Tab moves to the next editable cell. */
function nextTypable(columns: Column[], from: Column, step: 1 | -1): string {
  const names = columns.filter(isTypable).map((column) => column.name)
  return names[names.indexOf(from.name) + step] ?? ''
}
