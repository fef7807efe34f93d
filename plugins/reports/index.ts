/** Public exports of this plugin, for plugins that contribute reports. */
export { createReportCard, type ReportCardOptions } from './services/report-card.ts'
export { type Dimension, type Measure, type Report, REPORTS, type RowColumn } from './services/report.ts'
