import { Button, Checkbox } from '@blueprintjs/core'
import { useT } from '../../i18n/index.ts'
import { inColumn, inWords, lacksView, type RightColumn, type RightGroup, type RightRow } from './rights.ts'
import { Fragment } from 'react'
import { useMessages } from './messages.ts'

/** Context of the parts of the matrix. */
export interface Holding {
  granted: ReadonlySet<string>
  /** Permissions of another role, for the comparison. */
  other?: { name: string; granted: ReadonlySet<string> } | undefined
  locked: boolean
  set: (names: string[], on: boolean, row?: RightRow) => void
}

interface TickProps extends Holding {
  name: string
  label: string
  row: RightRow
}

/** One permission, marked when the other role differs. */
function Tick({ name, label, row, granted, other, locked, set }: TickProps) {
  const say = useMessages()
  const has = granted.has(name)
  const differs = other && other.granted.has(name) !== has
  const note = differs ? say(has ? 'otherLacks' : 'otherHas', { role: other.name }) : undefined
  return (
    <label className={differs ? `check is-${has ? 'more' : 'fewer'}` : 'check'} title={note}>
      <input
        type="checkbox"
        aria-label={`${row.label}: ${label}${note ? ` (${note})` : ''}`}
        checked={has}
        disabled={locked}
        onChange={(event) => set([name], event.target.checked, row)}
      />
    </label>
  )
}

const rowsIn = (column: RightColumn, rows: RightRow[]): string[] => rows.flatMap((row) => inColumn(row, column)?.name ?? [])

/** One table with the same columns for all menu sections, so that its header can be sticky. */
export function RightsTable({
  groups,
  columns,
  name,
  ...holding
}: Holding & { groups: RightGroup[]; columns: RightColumn[]; name: string }) {
  const { t } = useT()
  return (
    <table className="matrix-table" aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{t('permission.resource')}</th>
          {columns.map(({ action, label }) => (
            <th key={action} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <GroupRows key={group.name} group={group} columns={columns} {...holding} />
      ))}
    </table>
  )
}

/** A menu section: a checkbox for the whole and for each column, then one row per resource. */
function GroupRows({ group, columns, ...holding }: Holding & { group: RightGroup; columns: RightColumn[] }) {
  const { t } = useT()
  const say = useMessages()
  const { granted, locked, set } = holding
  const all = group.rows.flatMap((row) => row.names)
  const some = (names: string[]) => {
    const count = names.filter((name) => granted.has(name)).length
    return { checked: count > 0 && count === names.length, indeterminate: count > 0 && count < names.length }
  }
  return (
    <tbody aria-label={group.label}>
      <tr className="matrix-head">
        <th scope="rowgroup">
          <Checkbox label={group.label} {...some(all)} disabled={locked} onChange={(event) => set(all, event.target.checked)} />
        </th>
        {columns.map((column) => {
          const names = rowsIn(column, group.rows)
          return (
            <td key={column.action}>
              {names.length > 0 && group.rows.length > 1 && (
                <Checkbox
                  aria-label={say('column', { action: column.label, group: group.label })}
                  {...some(names)}
                  disabled={locked}
                  onChange={(event) => set(names, event.target.checked)}
                />
              )}
            </td>
          )
        })}
      </tr>
      {group.rows.map((row) => {
        const words = inWords(row, columns)
        return (
          <Fragment key={row.resource}>
            <tr className="matrix-row">
              <th scope="row" rowSpan={words.length > 0 ? 2 : 1}>
                <Checkbox
                  label={row.label}
                  aria-label={t('permission.allOf', { name: row.label })}
                  {...some(row.names)}
                  disabled={locked}
                  onChange={(event) => set(row.names, event.target.checked)}
                />
                {lacksView(row, granted) && (
                  <div className="matrix-hint" role="status">
                    {say('lacksView')}{' '}
                    {!locked && row.cells.get && (
                      <Button variant="minimal" size="small" onClick={() => set([row.cells.get?.name ?? ''], true)}>
                        {say('grantView')}
                      </Button>
                    )}
                  </div>
                )}
              </th>
              {columns.map((column) => {
                const right = inColumn(row, column)
                return (
                  <td key={column.action}>
                    {right && (
                      <>
                        <Tick name={right.name} label={right.label} row={row} {...holding} />
                        {/* On a phone the column headings are out of view, so each checkbox has its own label. */}
                        <span className="matrix-word" aria-hidden>
                          {right.label}
                        </span>
                      </>
                    )}
                  </td>
                )
              })}
            </tr>
            {words.length > 0 && (
              <tr className="matrix-own">
                <td colSpan={columns.length}>
                  {words.map((right) => (
                    <span key={right.name}>
                      <Tick name={right.name} label={right.label} row={row} {...holding} />
                      <span aria-hidden>{right.label}</span>
                    </span>
                  ))}
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}
