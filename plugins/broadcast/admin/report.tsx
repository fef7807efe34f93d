import { Button, ButtonGroup, Callout, Card, HTMLTable, NonIdealState, Spinner } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { adminPath, api, Chart, DayRange, failureLines, go, Link, Moment, PageHeader, StatusTag, useDays, useT } from 'stoa/admin'
import type { EmailReport } from '../api-types.ts'
import { useHistoryTexts, useReportTexts } from './messages.ts'
import './broadcast.css'

const channels = ['email', 'sms'] as const

/** Report on the broadcasts of a date range: totals, by month, and one by one. */
export default function BroadcastReport() {
  const say = useReportTexts()
  const { from, to, latest } = useDays()
  const search = useSearch({ strict: false }) as { channel?: string }
  const channel = channels.find((channel) => channel === search.channel) ?? 'email'
  const change = (next: object) => go(adminPath(`report/email?${new URLSearchParams({ channel, from, to, ...next })}`))
  const { data, error } = useQuery({
    queryKey: ['list', 'broadcast', 'report', channel, from, to],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<EmailReport>('report/email', { method: 'POST', body: { from, to, channel }, signal }),
  })
  return (
    <>
      <PageHeader title={say('title')} />
      <div className="report-tools">
        <ButtonGroup aria-label={say('channel')}>
          {channels.map((channelName) => (
            <Button
              key={channelName}
              active={channel === channelName}
              aria-pressed={channel === channelName}
              onClick={() => change({ channel: channelName })}
            >
              {say(channelName)}
            </Button>
          ))}
        </ButtonGroup>
        <DayRange from={from} to={to} latest={latest} change={change} />
      </div>
      {error && (
        <Callout intent="danger" icon={false}>
          {failureLines(error).join(' ')}
        </Callout>
      )}
      {!data && !error && <Spinner aria-label={say('loading')} />}
      {data && !error && <ReportView report={data} channel={channel} />}
    </>
  )
}

function ReportView({ report, channel }: { report: EmailReport; channel: (typeof channels)[number] }) {
  const say = useReportTexts()
  const history = useHistoryTexts()
  const { language } = useT()
  const month = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' })
  if (report.data.length === 0)
    return <NonIdealState title={say('none')} action={<Link to={adminPath('broadcast')}>{say('toBroadcasts')}</Link>} layout="vertical" />
  const looks = channel === 'email' ? (['opened', 'clicked'] as const) : []
  return (
    <>
      <Sums total={report.total} looks={looks} />
      <Card compact className="gap-below">
        <h2>{say('byMonth')}</h2>
        <Chart
          spec={{
            kind: 'column',
            labels: report.months.map((monthRow) => month.format(new Date(`${monthRow.month}-01T00:00:00Z`))),
            series: (['sent', ...looks, 'unsubscribed'] as const).map((figure) => ({
              name: history(figure),
              data: report.months.map((month) => month[figure]),
            })),
          }}
          title={say('byMonth')}
          labelTitle={say('month')}
          height={240}
        />
      </Card>
      <Lines report={report} looks={looks} />
    </>
  )
}

type Look = 'opened' | 'clicked'

/** The totals, with each figure as a share of the delivered messages. */
function Sums({ total, looks }: { total: EmailReport['total']; looks: readonly Look[] }) {
  const say = useReportTexts()
  const history = useHistoryTexts()
  const { language } = useT()
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <dl className="report-sums">
      <div className="panel">
        <dt>{say('broadcasts')}</dt>
        <dd className="num">{number.format(total.broadcasts)}</dd>
      </div>
      {(['sent', ...looks, 'failed', 'unsubscribed'] as const).map((figure) => (
        <div className="panel" key={figure}>
          <dt>{figure === 'failed' ? say('failed') : history(figure)}</dt>
          <dd className="num">
            {number.format(total[figure])}{' '}
            {figure !== 'sent' && total.sent > 0 && <span className="quiet small">{percent.format(total[figure] / total.sent)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** One row for each broadcast, newest first. */
function Lines({ report, looks }: { report: EmailReport; looks: readonly Look[] }) {
  const say = useReportTexts()
  const history = useHistoryTexts()
  const { language } = useT()
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const whats = ['sent', ...looks, 'bounced', 'unsubscribed'] as const
  return (
    <Card compact className="broadcast-report">
      <h2>{say('each')}</h2>
      {report.total.broadcasts > report.data.length && <p className="quiet">{say('latest', { count: report.data.length })}</p>}
      <HTMLTable compact striped>
        <thead>
          <tr>
            <th>{say('broadcast')}</th>
            <th>{history('began')}</th>
            {whats.map((figure) => (
              <th key={figure} className="num">
                {history(figure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.data.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                <Link to={adminPath(`broadcast/history/${line.id}`)}>{line.title}</Link> <StatusTag word={line.status} />
              </th>
              <td>
                <Moment value={line.started_at} />
              </td>
              {whats.map((figure) => (
                <td key={figure} className="num">
                  {line[figure].toLocaleString(language)}
                  {figure !== 'sent' && line.sent > 0 && <span className="quiet small"> {percent.format(line[figure] / line.sent)}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </Card>
  )
}
