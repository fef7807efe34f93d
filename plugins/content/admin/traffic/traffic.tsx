import { Button, ButtonGroup, Callout, Spinner } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Row } from 'stoa/api-types'
import {
  adminPath,
  api,
  Chart,
  type ChartSpec,
  DayRange,
  failureLines,
  go,
  PageHeader,
  useDays,
  useMissing,
  useResource,
  useT,
} from 'stoa/admin'
import { useMessages } from './messages.ts'
import './traffic.css'

const steps = ['year', 'month', 'day'] as const

type Step = (typeof steps)[number]

interface Interval {
  interval: string
  count: number
}

interface Report {
  visit: Record<Step, Interval[]>
  transfer: Record<Step, Interval[]>
}

/** Visitors of a landing page, and how many of them submitted a funnel. */
export default function Traffic() {
  const say = useMessages()
  const { language } = useT()
  const resource = useResource('landing_page')
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const search = useSearch({ strict: false }) as { by?: string }
  const by = steps.find((step) => step === search.by) ?? 'month'
  const { from, to, latest } = useDays()
  const change = (next: { by?: Step; from?: string; to?: string }) =>
    go(`/admin/landing-page/traffic/${id}?${new URLSearchParams({ by, from, to, ...next })}`)
  const page = useQuery({ queryKey: ['landing-name', id], queryFn: () => api<Row & { name: string }>(`landing_page/${id}`) })
  const report = useQuery({
    queryKey: ['landing-report', id, from, to],
    placeholderData: keepPreviousData,
    queryFn: () => api<Report>('report/landing', { method: 'POST', body: { landing_page_id: Number(id), from, to } }),
  })
  const name = page.data?.name ?? ''
  const error = page.error ?? report.error
  useMissing(error, '/admin/landing-page')
  return (
    <>
      <PageHeader
        title={`${name}${name ? ' – ' : ''}${say('title')}`}
        crumbs={resource ? [{ label: resource.plural, to: adminPath(resource.path) }] : []}
      />
      <div className="report-tools">
        <ButtonGroup aria-label={say('step')}>
          {steps.map((step) => (
            <Button key={step} active={by === step} aria-pressed={by === step} onClick={() => change({ by: step })}>
              {say(step)}
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
      {!report.data && !error && <Spinner aria-label={say('loading')} />}
      {report.data && !error && <Figures report={report.data} by={by} title={say('chart', { name, from, to })} language={language} />}
    </>
  )
}

function Figures({ report, by, title, language }: { report: Report; by: Step; title: string; language: string }) {
  const say = useMessages()
  const sum = (list: Interval[]) => list.reduce((total, { count }) => total + count, 0)
  const visits = sum(report.visit[by])
  const transfers = sum(report.transfer[by])
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const spec: ChartSpec = {
    kind: 'line',
    labels: report.visit[by].map(({ interval }) => interval),
    series: [
      { name: say('visit'), data: report.visit[by].map(({ count }) => count) },
      { name: say('transfer'), data: report.transfer[by].map(({ count }) => count) },
    ],
  }
  return (
    <>
      <dl className="report-sums">
        {(
          [
            [say('visit'), number.format(visits)],
            [say('transfer'), number.format(transfers)],
            [say('conversion'), visits === 0 ? '–' : percent.format(transfers / visits)],
          ] as const
        ).map(([label, value]) => (
          <div key={label} className="panel">
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="panel traffic-chart">
        {visits + transfers === 0 && <p className="quiet">{say('none')}</p>}
        <Chart spec={spec} title={title} labelTitle={say(by)} />
      </div>
    </>
  )
}
