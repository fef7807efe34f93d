import type { OutCell } from './lines-out.ts'

/** Lines of a file in batches. */
export type Batches = AsyncIterable<OutCell[][]>
