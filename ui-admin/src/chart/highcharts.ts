import Highcharts from 'highcharts/esm/highcharts'
import 'highcharts/esm/modules/accessibility'
import type { ChartLook, ChartSpec, DrawChart } from './types.ts'

const dashStyles = ['Solid', 'ShortDash', 'ShortDot', 'LongDashDot', 'Dot', 'LongDash'] as const

function getOptions(spec: ChartSpec, look: ChartLook): Highcharts.Options {
  const text = { color: look.muted, fontSize: '12px' }
  const stacking = spec.stacked ? { stacking: 'normal' as const } : {}
  return {
    chart: {
      type: spec.kind,
      backgroundColor: 'transparent',
      style: { fontFamily: look.font },
      animation: look.animate,
      spacing: [12, 4, 4, 4],
    },
    title: { text: undefined as never },
    credits: { enabled: false },
    colors: look.palette,
    legend: { itemStyle: { color: look.ink, fontWeight: '500' }, itemHoverStyle: { color: look.muted } },
    xAxis: { categories: spec.labels, lineColor: look.line, tickColor: look.line, labels: { style: text } },
    yAxis: {
      title: { text: undefined as never },
      gridLineColor: look.line,
      allowDecimals: spec.series.some((series) => series.data.some((value) => value !== null && !Number.isInteger(value))),
      min: spec.series.some((series) => series.data.some((value) => (value ?? 0) < 0)) ? (undefined as never) : 0,
      softMax: 1,
      labels: { style: text, formatter: ({ value }) => look.format(Number(value)) },
    },
    tooltip: {
      shared: true,
      backgroundColor: look.surface,
      borderColor: look.line,
      style: { color: look.ink },
      pointFormatter() {
        const { series, y } = this
        return `<br>${escape(series.name)}: <b>${escape(look.format(y ?? 0))}</b>`
      },
    },
    plotOptions: {
      series: { animation: look.animate && { duration: 300 }, ...stacking },
      line: { marker: { enabled: spec.labels.length <= 40, radius: 3 }, lineWidth: 2 },
    },
    accessibility: {
      description: look.title,
      landmarkVerbosity: 'disabled',
      screenReaderSection: { beforeChartFormat: '{chartLongdesc}', afterChartFormat: '' },
      point: { descriptionFormatter: (point) => `${point.category}, ${point.series.name}: ${look.format(point.y ?? 0)}` },
      series: { descriptionFormatter: (series) => series.name },
    },
    series: spec.series.map(({ name, data }, i) => ({
      type: spec.kind,
      name,
      data,
      ...(spec.kind === 'line' ? { dashStyle: dashStyles[i % dashStyles.length] as never } : {}),
    })),
  }
}

/** Escapes names for the tooltip, which is HTML. */
const escape = (value: string): string => value.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** Chart adapter for Highcharts, a proprietary library: commercial use requires a licence. */
export const draw: DrawChart = (element, spec, look) => {
  const chart = Highcharts.chart(element, getOptions(spec, look))
  return {
    update: (nextSpec, nextLook) => chart.update(getOptions(nextSpec, nextLook), true, true, false),
    destroy: () => chart.destroy(),
  }
}
