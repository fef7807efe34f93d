/** What other plugins may use of printed documents. */
export { DOCUMENTS, type Documents } from './services/documents.ts'
export { PRINTING_BUSY } from './errors.ts'
export { nextNumber } from './services/next-number.ts'
export { qrPicture } from './services/code-picture.ts'
export { type Paper, type Sent, takePaper } from './services/take-paper.ts'
export { headOf } from './services/letterhead.ts'
export type { Align, Block, Cell, Code, Column, Grid, PrintedDocument, TableCell } from './domain/document.ts'
