/** Public exports of this plugin, for plugins that contribute reports. */
export { type Dimension, type Measure, type Period, type Report, REPORTS, type RowColumn } from './services/report.ts'
