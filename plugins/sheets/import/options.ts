import type { Locale, Tx } from 'stoa'
import type { ImportRow } from '../api-types.ts'
import type { Reading } from './drafts.ts'
import type { Entry } from './write.ts'

/** Options of an import. With a `limit` everything runs in one transaction; without, in one transaction per chunk. */
export interface ImportOptions extends Reading {
  /** Dry run: does everything, then rolls back. */
  dryRun?: boolean
  /** Language of error messages; defaults to the language of the content. */
  speak?: Locale
  onProgress?(progress: { done: number; total?: number }): void
  /** Called for every record. Without a limit the result contains only the first thousand. */
  onRow?(row: Pick<ImportRow, 'row' | 'lines' | 'action'>): void
  /** Number of records per transaction. */
  chunk?: number
  /** Called with the written rows, in the transaction that wrote them; not in a dry run. */
  ledger?(tx: Tx, entries: readonly Entry[]): Promise<void>
}
