/** What other plugins may use of ebooks. */
export type { EbookView } from './wire.ts'
