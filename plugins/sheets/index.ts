/** Public exports of this plugin, for commands and other plugins. */
export type { Format } from './source/line.ts'
export { getLayout } from './mapping/columns.ts'
export { rowElsewhere } from './import/lookup.ts'
export { importRecords } from './import/import.ts'
export { exportRecords } from './export/export.ts'
export { writeCsv } from './export/write-text.ts'
export { writeXlsx } from './export/write-xlsx.ts'
export { mime, send as sendFile } from './routes/answer.ts'
