/** A series of numbers; each belongs to the label with the same index. */
export interface ChartSeries {
  name: string
  data: (number | null)[]
}

/** Data of a chart. The adapter decides how it is drawn. */
export interface ChartSpec {
  kind: 'line' | 'column' | 'bar'
  /** Labels of the points, such as months. */
  labels: string[]
  series: ChartSeries[]
  /** Stacked series; for columns and bars. */
  stacked?: boolean
}

/** Colours and texts from the page. */
export interface ChartLook {
  ink: string
  muted: string
  line: string
  surface: string
  font: string
  /** Colours of the series, in order. */
  palette: string[]
  animate: boolean
  /** Formats a number. */
  format: (value: number) => string
  /** Accessible name of the chart. */
  title: string
}

/** A rendered chart. */
export interface DrawnChart {
  update: (spec: ChartSpec, look: ChartLook) => void
  destroy: () => void
}

/** Renders a chart into an element; implemented by each adapter. */
export type DrawChart = (element: HTMLElement, spec: ChartSpec, look: ChartLook) => DrawnChart
