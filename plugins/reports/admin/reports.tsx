import { Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { adminPath, api, Empty, Link, LoadError, NamedIcon, PageHeader } from 'stoa/admin'
import type { ReportSummary } from '../api-types.ts'
import { useMessages } from './messages.ts'
import './report.css'

/** All reports that the user may see. */
export default function ReportsScreen() {
  const say = useMessages()
  const { data, error, refetch } = useQuery({ queryKey: ['reports'], queryFn: () => api<{ data: ReportSummary[] }>('report') })
  return (
    <>
      <PageHeader title={say('title')} />
      {error && <LoadError error={error} retry={refetch} />}
      {!data && !error && <Spinner aria-label={say('loading')} />}
      {data && data.data.length === 0 && <Empty title={say('no_reports')}>{say('no_reports_hint')}</Empty>}
      {data && data.data.length > 0 && (
        <ul className="report-list">
          {data.data.map(({ name, title }) => (
            <li key={name} className="panel">
              <Link to={adminPath(`report/${name}`)}>
                <NamedIcon name="chart" /> {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
