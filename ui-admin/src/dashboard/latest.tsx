import { useQuery } from '@tanstack/react-query'
import type { ResourceInfo } from '#core/wire'
import { listQuery } from '../api/resource.ts'
import { adminPath, Link } from '../common/link.tsx'
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
  const columns = resource.columns.filter(
    ({ name, widget, extra }) =>
      !extra && name !== resource.title && (widget === 'instant' || widget === 'email' || widget === 'money' || widget === 'status'),
  )
  const shown = columns.filter(({ name }) => name !== 'created_at' && name !== 'updated_at')
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
              <span key={column.name} className={`latest-cell is-${column.widget}`}>
                <CellOf column={column} value={row[column.name]} row={row} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
