import type { Column, ResourceInfo, Row } from 'stoa/api-types'
import type { CardRecords as Records } from 'stoa/plugins/desk'
import { Link } from '../common/link.tsx'
import { Money } from '../common/money.tsx'
import { rowPath, rowTitle } from '../common/paths.ts'
import { useSession } from '../state/session.ts'
import { ColumnCell } from '../widgets/cells.tsx'

/** Records of a resource: title, subject, date, amount and status of each. */
export function CardRecords({ records: { resource: name, data } }: { records: Records }) {
  const { manifest } = useSession()
  const resource = manifest.resources[name]
  if (!resource) return null
  const columns = chooseColumns(resource)
  return (
    <ul className="card-records">
      {data.map((row) => (
        <li key={row.id}>
          <Link to={rowPath(manifest, resource, row.id)} className="record-title">
            {rowTitle(resource, row, manifest.site.time_zone)}
          </Link>
          {columns.map((column) => (
            <span key={column.name} className={`record-cell is-${getKind(column)}`}>
              <CellText column={column} row={row} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** Columns that do not identify a row. */
const silent = new Set(['id', 'currency', 'created_at', 'updated_at'])
const naming = new Set(['text', 'one', 'email'])

const getKind = ({ widget }: Column) => (naming.has(widget) ? 'name' : widget)

/** Columns shown beside the title: subject, date, amount and status. One of each, as there are no column headings. */
function chooseColumns(resource: ResourceInfo): Column[] {
  const open = resource.columns.filter(({ name, extra }) => !extra && name !== resource.title && !silent.has(name))
  const first = (fits: (column: Column) => boolean) => open.find(fits)
  return [
    first(({ widget }) => naming.has(widget)),
    first(({ widget }) => widget === 'instant'),
    first(({ widget }) => widget === 'money'),
    first(({ name }) => name === resource.status),
  ].filter((column) => column !== undefined)
}

/** A value without a column heading: amounts include the currency, unknown values are blank. */
function CellText({ column, row }: { column: Column; row: Row }) {
  const value = row[column.name]
  if (value === null || value === undefined || value === '') return null
  if (column.widget === 'money' && /^-?[\d.]+$/.test(String(value)))
    return <Money value={String(value)} {...(typeof row['currency'] === 'string' ? { currency: row['currency'] } : {})} />
  return <ColumnCell column={column} value={value} row={row} />
}
