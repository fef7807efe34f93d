import { useQuery } from '@tanstack/react-query'
import type { Column, ResourceInfo, Row } from '#core/wire'
import { listQuery } from '../api/resource.ts'
import { adminPath, Link } from '../common/link.tsx'
import { Money } from '../common/money.tsx'
import { rowPath, rowTitle } from '../common/paths.ts'
import { inSentence, useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { CellOf } from '../widgets/cells.tsx'

const MOST = 6

/** The newest rows of something that has states: what may be waiting for somebody. */
export function Latest({ resource }: { resource: ResourceInfo }) {
  const { t, language } = useT()
  const { manifest } = useSession()
  const { data } = useQuery(listQuery(resource.name, { language, page: 1, limit: 10, sort: resource.defaultSort }))
  if (!data || data.data.length === 0) return null
  const shown = telling(resource)
  return (
    <section className="panel latest" aria-labelledby={`latest-${resource.name}`}>
      <header>
        <h2 id={`latest-${resource.name}`}>{t('dashboard.latest', { things: inSentence(resource.plural) })}</h2>
        <Link to={adminPath(resource.path)}>{t('dashboard.all')}</Link>
      </header>
      <ul>
        {data.data.slice(0, MOST).map((row) => (
          <li key={row.id}>
            <Link to={rowPath(manifest, resource, row.id)} className="latest-title">
              {rowTitle(resource, row)}
            </Link>
            {shown.map((column) => (
              <span key={column.name} className={`latest-cell is-${kindOf(column)}`}>
                <Told column={column} row={row} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Names that are no answer to "which one is it?". */
const silent = new Set(['id', 'currency', 'created_at', 'updated_at'])
const naming = new Set(['text', 'one', 'email'])

const kindOf = ({ widget }: Column) => (naming.has(widget) ? 'name' : widget)

/** What tells a row from its sisters beside its title: whom or what it is about, when, how much, and where it stands. One of each, as there are no heads over them. */
function telling(resource: ResourceInfo): Column[] {
  const open = resource.columns.filter(({ name, extra }) => !extra && name !== resource.title && !silent.has(name))
  const first = (fits: (column: Column) => boolean) => open.find(fits)
  return [
    first(({ widget }) => naming.has(widget)),
    first(({ widget }) => widget === 'instant'),
    first(({ widget }) => widget === 'money'),
    first(({ name }) => name === resource.status),
  ].filter((column) => column !== undefined)
}

/** A value without a head over it: an amount says its currency, and what is not known says nothing. */
function Told({ column, row }: { column: Column; row: Row }) {
  const value = row[column.name]
  if (value === null || value === undefined || value === '') return null
  if (column.widget === 'money' && /^-?[\d.]+$/.test(String(value)))
    return <Money value={String(value)} {...(typeof row['currency'] === 'string' ? { currency: row['currency'] } : {})} />
  return <CellOf column={column} value={value} row={row} />
}
