import { Button, Callout, HTMLTable, Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPath, api, DocumentCard, download, failureLines, notifyFailure, PageHeader, todayIn, useSession } from 'stoa/admin'
import type { PayTable } from '../api-types.ts'
import { useMessages } from './messages.ts'
import './payroll.css'

/** Contributions that are due for a month, and totals of a year, with their files. */
export default function ReportsScreen() {
  const say = useMessages()
  const { me, manifest } = useSession()
  const today = todayIn(manifest.site.time_zone)
  const [month, setMonth] = useState(today.slice(0, 7))
  const [year, setYear] = useState(today.slice(0, 4))
  const may = (right: string) => me.role.permission_list.includes(right)
  return (
    <>
      <PageHeader title={say('reports')} crumbs={[{ label: say('payrolls'), to: adminPath('payroll') }]} />
      <div className="pay-reports">
        {may('export hr remittance') ? (
          <Report
            title={say('remittance')}
            path="hr_payroll/remittance"
            query={{ month }}
            input={
              <input
                className="bp6-input"
                type="month"
                aria-label={say('month')}
                value={month}
                onChange={({ target }) => setMonth(target.value)}
              />
            }
          />
        ) : null}
        {may('export hr pay total') ? (
          <Report
            title={say('year_totals')}
            path="hr_payroll/totals"
            query={{ year }}
            input={
              <input
                className="bp6-input"
                type="number"
                aria-label={say('year_input')}
                value={year}
                onChange={({ target }) => setYear(target.value)}
              />
            }
          />
        ) : null}
      </div>
    </>
  )
}

interface ReportProps {
  title: string
  path: string
  query: Record<string, string>
  input: React.ReactNode
}

function Report({ title, path, query, input }: ReportProps) {
  const say = useMessages()
  const isComplete = Object.values(query).every((value) => /^\d{4}(-\d{2})?$/.test(value))
  const { data, error, isFetching } = useQuery({
    queryKey: ['answer', path, query],
    queryFn: () => api<PayTable>(path, { query }),
    enabled: isComplete,
    retry: false,
  })
  const save = async (format: 'csv' | 'xlsx') => {
    const name = `${path.split('/')[1]}-${Object.values(query).join('-')}.${format}`
    await download(`${path}/${format}`, query, name).catch((problem: unknown) => notifyFailure(say('not_downloaded'), problem))
  }
  return (
    <DocumentCard title={title}>
      <div className="pay-row">
        {input}
        <Button disabled={!isComplete} onClick={() => void save('xlsx')}>
          {say('download_xlsx')}
        </Button>
        <Button disabled={!isComplete} onClick={() => void save('csv')}>
          {say('download_csv')}
        </Button>
      </div>
      {error ? (
        <Callout intent="danger">
          {failureLines(error, (name) => name).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Callout>
      ) : null}
      {!data && isFetching ? <Spinner aria-label={say('loading')} /> : null}
      {data && data.rows.length === 0 ? <p className="quiet">{say('no_rows')}</p> : null}
      {data && data.rows.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reachable by keyboard
        <div className="pay-scroll" role="region" aria-label={title} tabIndex={0}>
          <HTMLTable compact>
            <thead>
              <tr>
                {data.columns.map(({ name, label }) => (
                  <th key={name} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.join(' ')}>
                  {row.map((text, at) => (
                    <td key={data.columns[at]?.name} className={/^-?\d+\.\d{2}$/.test(text) ? 'num is-end' : 'num'}>
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      ) : null}
    </DocumentCard>
  )
}
