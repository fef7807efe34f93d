import type { GridColumn } from './cell.ts'
import { getBeside } from './grid-row.tsx'
import { useMessages } from './messages.ts'

interface Props {
  columns: readonly GridColumn[]
  /** Whether all rows are selected. */
  checked: boolean
  checkAll: (on: boolean) => void
}

/** Column headings of the grid. */
export function GridHead({ columns, ...ticks }: Props) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <Head key={column.name} column={column} {...ticks} />
        ))}
      </tr>
    </thead>
  )
}

function Head({ column, checked, checkAll }: Omit<Props, 'columns'> & { column: GridColumn }) {
  const say = useMessages()
  const names = { expand: say('details'), action: say('actions') } as const
  const sticky = column.place !== undefined || column.kind !== 'field'
  return (
    <th scope="col" className={`is-${column.kind}${sticky ? ' is-sticky' : ''}${column.end ? ' end' : ''}`} style={getBeside(column)}>
      {column.kind === 'check' ? (
        <input type="checkbox" aria-label={say('selectAll')} checked={checked} onChange={(event) => checkAll(event.target.checked)} />
      ) : column.kind === 'expand' || column.kind === 'action' ? (
        <span className="sr-only">{names[column.kind]}</span>
      ) : (
        column.label
      )}
    </th>
  )
}
