import { Button, HTMLTable } from '@blueprintjs/core'
import { Filter } from '@blueprintjs/icons'
import { Empty, useT } from 'stoa/admin'
import type { ReportGroup, ReportView } from '../api-types.ts'
import { compareValues, formatChange, formatValue } from 'stoa/admin'
import { useMessages } from './messages.ts'
import type { ReportState } from './report-state.ts'

interface ReportTableProps {
  view: ReportView
  state: ReportState
  change: (next: Partial<ReportState>) => void
}

/** The groups as a table: each heading sorts, each number opens its rows, each group can become a filter. */
export function ReportTable({ view, state, change }: ReportTableProps) {
  const say = useMessages()
  const { language } = useT()
  if (view.by.length === 0) return null
  if (view.groups.length === 0) return <Empty title={say('no_data')}>{say('no_data_hint')}</Empty>
  const titles = view.by.map((name) => view.dimensions.find((dimension) => dimension.name === name)?.title ?? name)
  const toKeys = ({ keys }: ReportGroup) => Object.fromEntries(view.by.map((name, n) => [name, [keys[n] ?? null]]))
  const hasFilter = view.by.some((name) => view.dimensions.some((dimension) => dimension.name === name && !dimension.is_date))
  const number = (group: ReportGroup, n: number) => {
    const measure = view.measures[n]
    const text = formatValue(measure?.type ?? 'count', group.values[n], view.currency, language)
    const compared = compareValues(group.values[n], group.compared?.[n])
    return (
      <>
        <button
          type="button"
          className="report-number"
          onClick={() => change({ rows: toKeys(group) })}
          aria-label={say('show_rows_of', { value: text, what: measure?.title ?? '', group: group.labels.join(', ') })}
        >
          {text}
        </button>
        {compared && <span className="report-change quiet small">{formatChange(compared, language, say('not_available'))}</span>}
      </>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reachable by keyboard
    <div className="panel report-table" role="region" aria-label={view.title} tabIndex={0}>
      <HTMLTable compact>
        <caption className="sr-only">{view.title}</caption>
        <thead>
          <tr>
            {titles.map((title, n) => (
              <Heading key={title} name={view.by[n] ?? ''} title={title} sort={state.sort} change={change} />
            ))}
            {view.measures.map(({ name, title }) => (
              <Heading key={name} name={name} title={title} sort={state.sort} change={change} isNumber />
            ))}
          </tr>
        </thead>
        <tbody>
          {view.groups.map((group) => (
            <tr key={JSON.stringify(group.keys)}>
              {group.labels.map((label, n) => (
                <th key={view.by[n]} scope="row">
                  {label}
                  {n === 0 && hasFilter && (
                    <Button
                      className="report-filter"
                      size="small"
                      variant="minimal"
                      icon={<Filter size={12} aria-hidden />}
                      aria-label={say('filter_by', { group: group.labels.join(', ') })}
                      title={say('filter_by', { group: group.labels.join(', ') })}
                      onClick={() => change({ filter: { ...state.filter, ...toKeys(group) } })}
                    />
                  )}
                </th>
              ))}
              {view.measures.map(({ name }, n) => (
                <td key={name} className="num is-end">
                  {number(group, n)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={view.by.length}>
              {say('total')}
            </th>
            {view.measures.map(({ name, type }, n) => (
              <td key={name} className="num is-end">
                {formatValue(type, view.totals[n], view.currency, language)}
              </td>
            ))}
          </tr>
        </tfoot>
      </HTMLTable>
      {view.more && <p className="quiet small report-more">{say('more_groups', { count: view.groups.length })}</p>}
    </div>
  )
}

interface HeadingProps {
  name: string
  title: string
  sort: string
  change: (next: Partial<ReportState>) => void
  isNumber?: boolean
}

function Heading({ name, title, sort, change, isNumber = false }: HeadingProps) {
  const isSorted = sort.replace(/^-/, '') === name
  const isDescending = sort.startsWith('-')
  const first = isNumber ? `-${name}` : name
  const second = isNumber ? name : `-${name}`
  return (
    <th scope="col" className={isNumber ? 'is-end' : undefined} aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className="report-sort" onClick={() => change({ sort: sort === first ? second : first })}>
        {title}
        <span aria-hidden>{isSorted ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}
