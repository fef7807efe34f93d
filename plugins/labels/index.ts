/** What other plugins may use of labels. */
export type { LabelStock } from './wire.ts'
