import { type Shape, t } from 'stoa'

/** JSON types of reports. Screens import the types alone, not the schemas. */

const valueType = t.pick(['money', 'count', 'percent', 'days', 'day'])

/** A report of the list of reports. */
export const ReportSummary = t.object({ name: t.text('Last part of its path.'), title: t.text() })
export type ReportSummary = Shape<typeof ReportSummary>

export const MeasureView = t.object({ name: t.text(), title: t.text(), type: valueType })
export type MeasureView = Shape<typeof MeasureView>

const Span = t.object({ from: t.day(), to: t.day() })

const Value = t.maybe(t.text('Decimal text; null when it cannot be computed, such as an average of nothing.'))

/** A group: its keys and labels by dimension, its values by measure. */
export const ReportGroup = t.object({
  keys: t.list(t.maybe(t.text())),
  labels: t.list(t.text()),
  values: t.list(Value),
  compared: t.maybe(t.list(Value)),
})
export type ReportGroup = Shape<typeof ReportGroup>

/** A report with its groups and totals. */
export const ReportView = t.object({
  name: t.text(),
  title: t.text(),
  dated: t.flag('Whether it covers a period; otherwise it is the present state.'),
  period: Span,
  period_name: t.maybe(t.text('Name of a period that moves with the day.')),
  compared: t.maybe(Span),
  currency: t.text(),
  dimensions: t.list(t.object({ name: t.text(), title: t.text(), is_date: t.flag('A unit of time.') })),
  measures: t.list(MeasureView),
  by: t.list(t.text('Dimensions of the groups.')),
  filters: t.list(t.object({ name: t.text(), title: t.text(), labels: t.list(t.text()) })),
  chart: t.object({ kind: t.pick(['line', 'column', 'bar', 'funnel', 'heat']), measures: t.list(t.text()), stacked: t.flag() }),
  groups: t.list(ReportGroup),
  more: t.flag('There are more groups than are returned.'),
  totals: t.list(Value),
  compared_totals: t.maybe(t.list(Value)),
})
export type ReportView = Shape<typeof ReportView>

/** The rows behind a number. */
export const ReportRows = t.object({
  columns: t.list(t.object({ name: t.text(), title: t.text(), type: t.pick(['text', 'day', 'money', 'count', 'percent', 'days']) })),
  data: t.list(t.object({ cells: t.list(t.maybe(t.text())), link: t.maybe(t.text('A path under /admin.')) })),
  totals: t.list(t.maybe(t.text('Sums of the selected rows, for columns that are numbers.'))),
  total: t.int('Number of rows.'),
  page: t.int(),
  limit: t.int(),
})
export type ReportRows = Shape<typeof ReportRows>

/** A saved report. */
export const SavedReport = t.object({
  id: t.id(),
  report: t.text(),
  name: t.text(),
  query: t.text('Period, groups, filters and order, as in the query string of the report.'),
  shared: t.flag("Everybody's."),
  own: t.flag(),
  schedule: t.pick(['none', 'daily', 'weekly', 'monthly']),
  format: t.pick(['xlsx', 'csv']),
  recipients: t.list(t.id('An account.')),
  next_at: t.maybe(t.dateTime('Time of the next email.')),
})
export type SavedReport = Shape<typeof SavedReport>
