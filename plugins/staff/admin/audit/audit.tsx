import { Button, Callout, NonIdealState, Spinner } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Page } from 'stoa/api-types'
import { api, failureLines, go, PageHeader, useResource, useT } from 'stoa/admin'
import type { AuditFacets } from '../../api-types.ts'
import './audit.css'
import { EntryRow, type Entry } from './entry-row.tsx'
import { AuditFilters, type Filters } from './filters.tsx'
import { useMessages } from './messages.ts'

const PAGE = 20

/** The audit log: changes by people, commands and jobs, with old and new values. */
export default function AuditLog() {
  const say = useMessages()
  const { language } = useT()
  const resource = useResource('audit_log')
  const search = useSearch({ strict: false }) as Partial<Filters> & { page?: string }
  const page = Math.max(1, Math.trunc(Number(search.page)) || 1)
  const filters: Filters = {
    who: search.who ?? '',
    what: search.what ?? '',
    action: search.action ?? '',
    record: search.record ?? '',
    from: search.from ?? '',
    to: search.to ?? '',
  }
  const change = (next: Partial<Filters> & { page?: string }) => {
    const all = { ...filters, page: '', ...next }
    const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value))
    go(`/admin/audit${query.size ? `?${query}` : ''}`)
  }
  const facets = useQuery({
    queryKey: ['audit-facets', language],
    queryFn: () => api<AuditFacets>('audit/facets', { query: { language } }),
  })
  const list = useQuery({
    queryKey: ['list', 'audit_log', filters, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      api<Page<Entry>>('audit_log', {
        query: {
          page,
          limit: PAGE,
          actor_name: filters.who,
          resource: filters.what,
          verb: filters.action,
          row_id: /^\d+$/.test(filters.record) ? filters.record : '',
          created_at__gte: filters.from,
          created_at__lte: filters.to,
        },
      }),
  })
  const { data } = list
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <>
      <PageHeader title={resource?.plural ?? ''} />
      <AuditFilters filters={filters} facets={facets.data} change={change} isFiltered={isFiltered} />
      {list.error && (
        <Callout intent="danger" icon={false}>
          {failureLines(list.error).join(' ')}
        </Callout>
      )}
      {!data && !list.error && <Spinner aria-label={say('loading')} />}
      {data && (
        <div className="panel audit" aria-busy={list.isFetching}>
          <span className="sr-only" role="status">
            {say('results', { count: data.total })}
          </span>
          {data.data.length === 0 ? (
            <NonIdealState
              title={say('none')}
              {...(isFiltered && {
                description: say('noneHint'),
                action: <Button onClick={() => go('/admin/audit')}>{say('clear')}</Button>,
              })}
            />
          ) : (
            <div className="table-scroll">
              <table className="audit-table">
                <caption className="sr-only">{resource?.plural}</caption>
                <thead>
                  <tr>
                    <th scope="col">{say('when')}</th>
                    <th scope="col">{say('who')}</th>
                    <th scope="col">{say('action')}</th>
                    <th scope="col">{say('what')}</th>
                    <th scope="col">{say('changes')}</th>
                  </tr>
                </thead>
                {data.data.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} facets={facets.data} />
                ))}
              </table>
            </div>
          )}
          {data.total > PAGE && (
            <nav className="audit-pager">
              <span className="quiet small num">
                {say('page', { from: (page - 1) * PAGE + 1, to: Math.min(page * PAGE, data.total), total: data.total })}
              </span>
              <Button size="small" disabled={page === 1} onClick={() => change({ page: String(page - 1) })}>
                {say('previous')}
              </Button>
              <Button size="small" disabled={page * PAGE >= data.total} onClick={() => change({ page: String(page + 1) })}>
                {say('next')}
              </Button>
            </nav>
          )}
        </div>
      )}
    </>
  )
}
