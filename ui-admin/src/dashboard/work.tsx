import { useQueries } from '@tanstack/react-query'
import type { Column, MenuSection, Page, ResourceInfo, Row } from 'stoa/api-types'
import { listQuery } from '../api/resource.ts'
import { adminPath, Link } from '../common/link.tsx'
import { Money } from '../common/money.tsx'
import { rowPath, rowTitle } from '../common/paths.ts'
import { inSentence, useT } from '../i18n/index.ts'
import { allLinks, HOME_SECTION } from '../shell/menu.ts'
import { useSession } from '../state/session.ts'
import { ColumnCell } from '../widgets/cells.tsx'
import { openWords } from '../widgets/status/status-tag.tsx'

const MOST = 6

/** A dashboard list: the newest rows, or the open ones. */
interface ColumnChoice {
  resource: ResourceInfo
  /** Status filter of the list; none for all rows. */
  open?: string
}

/**
 * Current work: the newest rows of the first resource, and the open rows of all other resources with statuses. Resources without open rows
 * are hidden.
 */
export function Work({ resources }: { resources: ResourceInfo[] }) {
  const { language } = useT()
  const lists = resources.flatMap((resource, i): ColumnChoice[] => (i === 0 ? [{ resource }] : getOpen(resource)))
  const answers = useQueries({
    queries: lists.map(({ resource, open }) =>
      listQuery(resource.name, {
        ...{ language, page: 1, limit: 10, sort: resource.defaultSort },
        ...(open && resource.status ? { [resource.status]: open } : {}),
      }),
    ),
  })
  if (answers.some(({ isPending }) => isPending)) return <div className="work-ghost bp6-skeleton" aria-hidden />
  return (
    <div className="work">
      {lists.map((choice, i) => {
        const page = answers[i]?.data
        return page && page.data.length > 0 ? <Card key={choice.resource.name} choice={choice} page={page} /> : null
      })}
    </div>
  )
}

/** Empty for resources without open statuses, and where the status cannot be filtered. */
function getOpen(resource: ResourceInfo): ColumnChoice[] {
  const words = resource.filters.find(({ name }) => name === resource.status)?.options?.map(({ value }) => String(value)) ?? []
  const open = openWords.filter((word) => words.includes(word)).join()
  return open ? [{ resource, open }] : []
}

function Card({ choice: { resource, open }, page }: { choice: ColumnChoice; page: Page }) {
  const { t } = useT()
  const { manifest } = useSession()
  const columns = telling(resource)
  const id = `work-${resource.name}`
  const all = open && resource.status ? `?${new URLSearchParams({ [resource.status]: open }).toString()}` : ''
  return (
    <section className="panel latest" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {open ? resource.plural : t('dashboard.latest', { things: inSentence(resource.plural) })}{' '}
          {open && <span className="quiet num">{t('dashboard.open', { total: `${page.total}${page.more ? '+' : ''}` })}</span>}
        </h2>
        <Link to={adminPath(resource.path) + all}>{t('dashboard.all')}</Link>
      </header>
      <ul>
        {page.data.slice(0, MOST).map((row) => (
          <li key={row.id}>
            <Link to={rowPath(manifest, resource, row.id)} className="latest-title">
              {rowTitle(resource, row, manifest.site.time_zone)}
            </Link>
            {columns.map((column) => (
              <span key={column.name} className={`latest-cell is-${getKind(column)}`}>
                <CellText column={column} row={row} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Resources with statuses, in menu order. Those of the home section have cards and pages of their own for their reader. */
export function withStates(resources: readonly ResourceInfo[], sections: readonly MenuSection[]): ResourceInfo[] {
  const personal = new Set(allLinks(sections.filter(({ id }) => id === HOME_SECTION)).map(({ to }) => to))
  const places = allLinks(sections).map(({ to }) => to)
  const place = ({ path }: ResourceInfo) => {
    const at = places.indexOf(adminPath(path))
    return at < 0 ? places.length : at
  }
  return resources.filter(({ status, path }) => status && !personal.has(adminPath(path))).toSorted((a, b) => place(a) - place(b))
}

/** Columns that do not identify a row. */
const silent = new Set(['id', 'currency', 'created_at', 'updated_at'])
const naming = new Set(['text', 'one', 'email'])

const getKind = ({ widget }: Column) => (naming.has(widget) ? 'name' : widget)

/** Columns shown beside the title: subject, date, amount and status. One of each, as there are no column headings. */
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

/** A value without a column heading: amounts include the currency, unknown values are blank. */
function CellText({ column, row }: { column: Column; row: Row }) {
  const value = row[column.name]
  if (value === null || value === undefined || value === '') return null
  if (column.widget === 'money' && /^-?[\d.]+$/.test(String(value)))
    return <Money value={String(value)} {...(typeof row['currency'] === 'string' ? { currency: row['currency'] } : {})} />
  return <ColumnCell column={column} value={value} row={row} />
}
