import { ArrowDown, ArrowUp } from '@blueprintjs/icons'
import type { Column } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import type { ListState } from './list-address.ts'
import { alignment } from './columns.ts'

/** Column headings, with sorting where the resource allows it. */
export function TableHead({
  columns,
  sort,
  change,
  selectPage,
}: {
  columns: Column[]
  sort: string
  change: (part: Partial<ListState>) => void
  selectPage?: () => void
}) {
  const { t } = useT()
  const field = sort.replace(/^-/, '')
  const down = sort.startsWith('-')
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" className="tick">
          {selectPage && (
            <label className="check">
              <input type="checkbox" checked={false} onChange={selectPage} aria-label={t('list.selectPage')} />
            </label>
          )}
        </th>
        {columns.map((column) => {
          const active = column.name === field
          const order = active ? (down ? 'descending' : 'ascending') : 'none'
          return (
            <th key={column.name} role="columnheader" scope="col" className={alignment(column)} aria-sort={column.sort ? order : undefined}>
              {column.sort ? (
                <button
                  type="button"
                  className={active ? 'sort is-active' : 'sort'}
                  title={t('list.sortBy', { field: column.label })}
                  onClick={() => change({ sort: active && !down ? `-${column.name}` : column.name })}
                >
                  {column.label}
                  {active && (down ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
                </button>
              ) : column.widget === 'image' ? (
                // The heading is visually hidden for columns that explain themselves.
                <span className="sr-only">{column.label}</span>
              ) : (
                column.label
              )}
            </th>
          )
        })}
        <th role="columnheader" className="row-end">
          <span className="sr-only">{t('common.actions')}</span>
        </th>
      </tr>
    </thead>
  )
}
