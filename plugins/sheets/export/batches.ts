import type { OutCell } from './write-cells.ts'

/** Lines of a file in batches. */
export type Batches = AsyncIterable<OutCell[][]>
