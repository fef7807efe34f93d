import type { ReactNode } from 'react'
import type { GridColumn } from './cell.ts'
import type { RowErrors } from './row-errors.ts'
import { useMessages } from './messages.ts'

interface Props {
  columns: readonly GridColumn[]
  errors: RowErrors | undefined
  /** Whether the stock item was hidden and is restored. */
  recovered: boolean
  /** Title of the expanded panel. */
  title: string
  children: ReactNode
}

/** Errors and panel below a row. */
export function RowBelow({ columns, errors, recovered, title, children }: Props) {
  const say = useMessages()
  return (
    <tr className="grid-below">
      <td colSpan={columns.length}>
        <div className="grid-below-inner">
          {recovered && <p className="stock-tip">{say('recovered')}</p>}
          {errors && (
            <ul className="field-error">
              {Object.entries(errors).map(([place, texts]) => (
                <li key={place}>
                  {getLabel(columns, place)}
                  {texts.join(' ')}
                </li>
              ))}
            </ul>
          )}
          {children && (
            <fieldset className="stock-more" aria-label={title}>
              {children}
            </fieldset>
          )}
        </div>
      </td>
    </tr>
  )
}

const getLabel = (columns: readonly GridColumn[], place: string): string => {
  const column = columns.find((column) => column.name === place)
  return column ? `${column.label}: ` : ''
}
