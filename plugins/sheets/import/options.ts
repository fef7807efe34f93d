import type { Locale, Tx } from 'stoa'
import type { ImportRow } from '../api-types.ts'
import type { Reading } from './drafts.ts'
import type { Entry } from './write.ts'

/** How a sheet is read in. With a `limit` everything happens in one transaction; without, chunk by chunk. */
export interface ImportOptions extends Reading {
  /** Do everything, then take it back. */
  dryRun?: boolean
  /** Language of what is said about errors; the content's when absent. */
  speak?: Locale
  onProgress?(progress: { done: number; total?: number }): void
  /** Called for every record, of which the answer keeps the first thousand only when there is no limit. */
  onRow?(row: Pick<ImportRow, 'row' | 'lines' | 'action'>): void
  /** Records to a transaction. */
  chunk?: number
  /** Told, in the transaction that wrote them, what rows were written; not in a rehearsal. */
  ledger?(tx: Tx, entries: readonly Entry[]): Promise<void>
}
