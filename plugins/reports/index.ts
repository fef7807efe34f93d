/** Public exports of this plugin, for plugins that contribute reports. */
export type { Period } from './domain/periods.ts'
export {
  type AddedDimension,
  type Dimension,
  type Measure,
  type Report,
  REPORT_DIMENSIONS,
  REPORTS,
  type RowColumn,
} from './services/report.ts'
