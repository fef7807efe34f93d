import type { Locale, Tx } from '#core'
import type { Mapping } from '../mapping/mapping.ts'
import type { Limits } from '../source/unpack.ts'
import type { ImportRow } from '../wire.ts'
import type { Entry } from './write.ts'

/** How a sheet is read in. */
export interface ImportOptions {
  /** Do everything, then take it back. */
  dryRun?: boolean
  /** How the sheet reads; found by its header when absent. */
  mapping?: Mapping
  /** Language of per-language texts in columns without one; the context's when absent. */
  language?: Locale
  /** Language of what is said about errors; the content's when absent. */
  speak?: Locale
  onProgress?(progress: { done: number; total?: number }): void
  /** Called for every record, of which the answer keeps the first thousand only when there is no limit. */
  onRow?(row: Pick<ImportRow, 'row' | 'action'>): void
  /** Most lines. With it everything happens in one transaction; without, chunk by chunk. */
  limit?: number
  /** Records to a transaction. */
  chunk?: number
  container?: Limits
  /** Told, in the transaction that wrote them, what rows were written; not in a rehearsal. */
  ledger?(tx: Tx, entries: readonly Entry[]): Promise<void>
}
