import { Button, Drawer, HTMLTable, Spinner } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPath, api, Link, LoadError, useT } from 'stoa/admin'
import type { ReportRows, ReportView } from '../api-types.ts'
import { formatValue } from 'stoa/admin'
import { useMessages } from './messages.ts'
import { type ReportState, toQuery } from './report-state.ts'

const LIMIT = 50

interface ReportRowsProps {
  view: ReportView
  state: ReportState
  /** Keys of the number, by dimension; empty for the totals. */
  keys: ReportState['filter']
  close: () => void
}

/** The rows behind a number, with their sums. */
export function ReportRowsDrawer({ view, state, keys, close }: ReportRowsProps) {
  const say = useMessages()
  const { language } = useT()
  const [page, setPage] = useState(1)
  const query = { ...toQuery({ ...state, filter: { ...state.filter, ...keys } }), page: String(page), limit: String(LIMIT) }
  const { data, error, refetch } = useQuery({
    queryKey: ['report-rows', view.name, query],
    queryFn: ({ signal }) => api<ReportRows>(`report/${view.name}/rows`, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const group = view.groups.find(({ keys: own }) => view.by.every((name, n) => (keys[name]?.[0] ?? null) === (own[n] ?? null)))
  const title = Object.keys(keys).length > 0 && group ? group.labels.join(' · ') : view.title
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / LIMIT))
  return (
    <Drawer isOpen onClose={close} size="min(1000px, 100vw)" title={title} className="report-drawer">
      <div className="report-drawer-body" role="dialog" aria-modal="true" aria-label={title}>
        {error && <LoadError error={error} retry={refetch} />}
        {!data && !error && <Spinner aria-label={say('loading')} />}
        {data && (
          <>
            <p className="quiet">{say('rows_count', { count: data.total })}</p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reachable by keyboard */}
            <div className="report-table" role="region" aria-label={title} tabIndex={0}>
              <HTMLTable compact>
                <caption className="sr-only">{title}</caption>
                <thead>
                  <tr>
                    {data.columns.map(({ name, title: heading, type }) => (
                      <th key={name} scope="col" className={type === 'text' || type === 'day' ? undefined : 'is-end'}>
                        {heading}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.data.map(({ cells, link }, row) => (
                    // Rows have no id here, and never change their order.
                    // oxlint-disable-next-line react/no-array-index-key
                    <tr key={row}>
                      {cells.map((cell, n) => {
                        const column = data.columns[n]
                        const isNumber = column?.type !== 'text' && column?.type !== 'day'
                        const text = formatValue(column?.type ?? 'text', cell, view.currency, language)
                        return (
                          <td key={column?.name} className={isNumber ? 'num is-end' : undefined}>
                            {link && n === cells.findIndex((text, at) => text !== null && data.columns[at]?.type === 'text') ? (
                              <Link to={adminPath(link)}>{text}</Link>
                            ) : (
                              text
                            )}
                          </td>
                        )
                      })}
                    </tr>
                  ))}
                </tbody>
                <tfoot>
                  <tr>
                    {data.columns.map(({ name, type }, n) => (
                      <td key={name} className="num is-end">
                        {n === 0 ? say('total') : data.totals[n] === null ? '' : formatValue(type, data.totals[n], view.currency, language)}
                      </td>
                    ))}
                  </tr>
                </tfoot>
              </HTMLTable>
            </div>
            {pages > 1 && (
              <div className="report-pager">
                <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  {say('previous_page')}
                </Button>
                <span className="num">{say('page_of', { page, pages })}</span>
                <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
                  {say('next_page')}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </Drawer>
  )
}
