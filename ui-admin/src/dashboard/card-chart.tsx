import type { CardChart as ChartData } from 'stoa/plugins/desk'
import { Chart } from '../chart/chart.tsx'
import { formatValue } from '../common/figures.ts'
import { useT } from '../i18n/index.ts'

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** The chart of a card. Days of its labels are written short. */
export function CardChart({ chart, title, currency }: { chart: ChartData; title: string; currency: string }) {
  const { language } = useT()
  const { kind, type, labels, series, stacked } = chart
  const days = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const spec = {
    kind,
    labels: labels.map((label) => (dayPattern.test(label) ? days.format(new Date(`${label}T00:00:00Z`)) : label)),
    series: series.map(({ name, data }) => ({ name, data: data.map((value) => (value === null ? null : Number(value))) })),
    ...(stacked ? { stacked } : {}),
  }
  return (
    <div className="card-part">
      <Chart
        spec={spec}
        title={title}
        labelTitle={chart.label_title}
        format={(value) => formatValue(type === 'instant' ? 'text' : type, String(value), currency, language)}
        height={kind === 'bar' ? Math.min(480, 80 + labels.length * 26) : 240}
      />
    </div>
  )
}
