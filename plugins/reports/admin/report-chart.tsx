import { Chart, type ChartSpec, formatDayRange, formatValue, useT } from 'stoa/admin'
import type { ReportView } from '../api-types.ts'
import { useMessages } from './messages.ts'
import { ReportHeat } from './report-heat.tsx'

/** Number of bars that a chart can show, and of points of a line. */
const MOST_BARS = 62
const MOST_POINTS = 400

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
  if (view.groups.length === 0) return null
  const places = view.chart.measures.map((name) => view.measures.findIndex((measure) => measure.name === name))
  const toSeries = (name: string, totals: ReportView['totals']) => ({ name, data: places.map((place) => toNumber(totals[place])) })
  const spec: ChartSpec = {
    kind: 'bar',
    labels: places.map((place) => view.measures[place]?.title ?? ''),
    series: [
      toSeries(say('total'), view.totals),
      ...(view.compared && view.compared_totals
        ? [toSeries(formatDayRange(language, view.compared.from, view.compared.to), view.compared_totals)]
        : []),
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

/** Groups of more dates than a chart has room for bars are a line; others are shown as the largest ones first. */
function GroupChart({ view }: ReportChartProps) {
  const say = useMessages()
  const { language } = useT()
  const [first] = view.by
  const { kind } = view.chart
  const dimension = view.dimensions.find(({ name }) => name === first)
  const isLine = view.by.length === 1 && dimension?.is_date === true && view.groups.length > MOST_BARS
  const most = isLine ? MOST_POINTS : MOST_BARS
  const groups = view.groups.slice(0, most)
  if (!dimension || groups.length === 0) return null
  const names = view.chart.measures
  const places = names.map((name) => view.measures.findIndex((measure) => measure.name === name))
  const series = places.flatMap((place) => {
    const measure = view.measures[place]
    return measure ? [{ name: measure.title, data: groups.map(({ values }) => toNumber(values[place])) }] : []
  })
  const [main] = places
  const before =
    view.compared && main !== undefined
      ? [
          {
            name: formatDayRange(language, view.compared.from, view.compared.to),
            data: groups.map(({ compared }) => toNumber(compared?.[main])),
          },
        ]
      : []
  const spec: ChartSpec = {
    kind: isLine ? 'line' : kind === 'line' || kind === 'bar' ? kind : 'column',
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
        labelTitle={dimension.title}
        format={(value) => formatValue(type, String(value), view.currency, language)}
        height={view.chart.kind === 'bar' ? Math.min(640, 120 + groups.length * 26) : 320}
      />
      {view.groups.length > most && <p className="quiet small">{say('chart_first', { count: most })}</p>}
    </div>
  )
}
