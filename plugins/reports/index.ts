/** Public exports of this plugin, for plugins that contribute reports. */
export { createReportCard, type ReportCardOptions } from './services/report-card.ts'
export {
  type AddedDimension,
  type Dimension,
  type Measure,
  type Report,
  REPORT_DIMENSIONS,
  REPORTS,
  type ReportSums,
  type RowColumn,
} from './services/report.ts'
