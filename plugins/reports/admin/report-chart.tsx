import { Chart, type ChartSpec, useT } from 'stoa/admin'
import type { ReportView } from '../api-types.ts'
import { formatValue } from 'stoa/admin'
import { useMessages } from './messages.ts'
import { ReportHeat } from './report-heat.tsx'

/** Number of groups that a chart can show. */
const MOST = 62

type ReportChartProps = { view: ReportView }

/** The chart of a report: of its groups, or of its totals. A table of shaded cells needs two dimensions; with others it is a column chart. */
export function ReportChart({ view }: ReportChartProps) {
  if (view.chart.kind === 'funnel') return <FunnelChart view={view} />
  return view.chart.kind === 'heat' && view.by.length === 2 ? <ReportHeat view={view} /> : <GroupChart view={view} />
}

const toNumber = (value: string | null | undefined) => (value === null || value === undefined ? null : Number(value))

/** The totals of the chart's measures, each a part of the one before. */
function FunnelChart({ view }: ReportChartProps) {
  const say = useMessages()
  const { language } = useT()
  const places = view.chart.measures.map((name) => view.measures.findIndex((measure) => measure.name === name))
  const toSeries = (name: string, totals: ReportView['totals']) => ({ name, data: places.map((place) => toNumber(totals[place])) })
  const spec: ChartSpec = {
    kind: 'bar',
    labels: places.map((place) => view.measures[place]?.title ?? ''),
    series: [
      toSeries(say('total'), view.totals),
      ...(view.compared && view.compared_totals ? [toSeries(say('compared_period', view.compared), view.compared_totals)] : []),
    ],
  }
  return (
    <div className="panel report-chart">
      <Chart
        spec={spec}
        title={say('chart_title', { report: view.title, from: view.period.from, to: view.period.to })}
        labelTitle={view.title}
        format={(value) => formatValue(view.measures[places[0] ?? 0]?.type ?? 'count', String(value), view.currency, language)}
        height={80 + places.length * 44}
      />
    </div>
  )
}

/** Groups that are not a period are shown as the largest ones first. */
function GroupChart({ view }: ReportChartProps) {
  const say = useMessages()
  const { language } = useT()
  const [first] = view.by
  const groups = view.groups.slice(0, MOST)
  if (!first || groups.length === 0) return null
  const names = view.chart.measures
  const places = names.map((name) => view.measures.findIndex((measure) => measure.name === name))
  const series = places.flatMap((place) => {
    const measure = view.measures[place]
    return measure ? [{ name: measure.title, data: groups.map(({ values }) => toNumber(values[place])) }] : []
  })
  const [main] = places
  const before =
    view.compared && main !== undefined
      ? [{ name: say('compared_period', view.compared), data: groups.map(({ compared }) => toNumber(compared?.[main])) }]
      : []
  const spec: ChartSpec = {
    kind: view.chart.kind === 'line' || view.chart.kind === 'bar' ? view.chart.kind : 'column',
    labels: groups.map(({ labels }) => labels.join(' · ')),
    series: [...series, ...before],
    stacked: view.chart.stacked && before.length === 0,
  }
  const type = view.measures[main ?? 0]?.type ?? 'count'
  return (
    <div className="panel report-chart">
      <Chart
        spec={spec}
        title={say('chart_title', { report: view.title, from: view.period.from, to: view.period.to })}
        labelTitle={view.dimensions.find(({ name }) => name === first)?.title ?? ''}
        format={(value) => formatValue(type, String(value), view.currency, language)}
        height={view.chart.kind === 'bar' ? Math.min(640, 120 + groups.length * 26) : 320}
      />
      {view.groups.length > MOST && <p className="quiet small">{say('chart_first', { count: MOST })}</p>}
    </div>
  )
}
