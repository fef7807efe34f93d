import { Chart, type ChartSpec, useT } from 'stoa/admin'
import type { ReportView } from '../api-types.ts'
import { formatValue } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Number of groups that a chart can show. */
const MOST = 62

/** The chart of a report. Groups that are not a period are shown as the largest ones first. */
export function ReportChart({ view }: { view: ReportView }) {
  const say = useMessages()
  const { language } = useT()
  const [first] = view.by
  const groups = view.groups.slice(0, MOST)
  if (!first || groups.length === 0) return null
  const names = view.chart.measures
  const places = names.map((name) => view.measures.findIndex((measure) => measure.name === name))
  const toNumber = (value: string | null | undefined) => (value === null || value === undefined ? null : Number(value))
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
    kind: view.chart.kind,
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
