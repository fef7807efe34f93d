/** One row of numbers, each belonging to the label at its place. */
export interface ChartSeries {
  name: string
  data: (number | null)[]
}

/** What a chart shows. How it is drawn is a matter of the adapter. */
export interface ChartSpec {
  kind: 'line' | 'column' | 'bar'
  /** Names of the points, such as months. */
  labels: string[]
  series: ChartSeries[]
  /** Series one upon the other; for columns and bars. */
  stacked?: boolean
}

/** Colours and words of the page around. */
export interface ChartLook {
  ink: string
  muted: string
  line: string
  surface: string
  font: string
  /** Colours of the series, in their order. */
  palette: string[]
  animate: boolean
  /** Says a number to people. */
  format: (value: number) => string
  /** Name of the chart to those who cannot see it. */
  title: string
}

/** A chart that is on the page. */
export interface DrawnChart {
  update: (spec: ChartSpec, look: ChartLook) => void
  destroy: () => void
}

/** Draws a chart into an element; each library behind the charts brings one of these. */
export type DrawChart = (element: HTMLElement, spec: ChartSpec, look: ChartLook) => DrawnChart
