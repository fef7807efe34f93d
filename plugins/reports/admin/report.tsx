import { Spinner } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { adminPath, api, formatDayRange, go, LoadError, PageHeader, useMissing, useT } from 'stoa/admin'
import type { ReportView } from '../api-types.ts'
import { useMessages } from './messages.ts'
import { ReportActions } from './report-actions.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportFilters } from './report-filters.tsx'
import { ReportRowsDrawer } from './report-rows.tsx'
import { ReportTable } from './report-table.tsx'
import { ReportTools } from './report-tools.tsx'
import { ReportTotals } from './report-totals.tsx'
import { SavedReports } from './saved-reports.tsx'
import { readState, type ReportState, toPath, toQuery } from './report-state.ts'
import './report.css'

/** A report: period, groups, chart, table, and the rows behind each number. Its state is in the URL. */
export default function ReportScreen() {
  const say = useMessages()
  const { language } = useT()
  const { report = '' } = useParams({ strict: false }) as { report?: string }
  const state = readState(useSearch({ strict: false }))
  const query = toQuery(state)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report', report, query],
    queryFn: ({ signal }) => api<ReportView>(`report/${report}`, { query, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  useMissing(error, '/admin/report')
  const change = (next: Partial<ReportState>) => go(toPath(report, { ...state, rows: undefined, ...next }))
  const view = data?.name === report ? data : undefined
  return (
    <div className="report" aria-busy={isFetching}>
      <PageHeader
        title={view?.title ?? say('title')}
        crumbs={[{ label: say('title'), to: adminPath('report') }]}
        mark={view && <span className="quiet">{getScope(view, language)}</span>}
      />
      <SavedReports report={report} state={state} />
      <ReportTools view={view} state={state} change={change}>
        <ReportActions report={report} query={query} />
      </ReportTools>
      {error && <LoadError error={error} retry={refetch} />}
      {!view && !error && <Spinner aria-label={say('loading')} />}
      {view && !error && (
        <>
          <ReportFilters view={view} filter={state.filter} change={(filter) => change({ filter })} />
          <ReportTotals view={view} openRows={() => change({ rows: {} })} />
          <ReportChart view={view} />
          <ReportTable view={view} state={state} change={change} />
          {state.rows && <ReportRowsDrawer view={view} state={state} keys={state.rows} close={() => change({ rows: undefined })} />}
        </>
      )}
    </div>
  )
}

/** What the numbers cover: days, and the currency of the amounts. */
function getScope({ dated, period, measures, currency }: ReportView, language: string): string {
  const days = dated ? [formatDayRange(language, period.from, period.to)] : []
  return [...days, ...(measures.some(({ type }) => type === 'money') ? [currency] : [])].join(' · ')
}
