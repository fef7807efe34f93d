import type { OutCell } from './lines-out.ts'

/** Lines of a sheet, a batch at a time. */
export type Batches = AsyncIterable<OutCell[][]>
