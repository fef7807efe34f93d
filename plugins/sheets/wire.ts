/** The JSON of imports and exports. Types only: the admin reads them too. */

/** One changed cell of an import rehearsal. */
export interface CellChange {
  field: string
  label: string
  old: unknown
  new: unknown
}

/** What an import did, or in a rehearsal would do, with one record. `row` is the line in the sheet, the header being line 1. */
export interface ImportRow {
  row: number
  key: string
  action: 'create' | 'change' | 'unchanged' | 'error'
  id?: number
  changes: CellChange[]
}

/** One refused cell or record. `column` is empty when the whole record is meant. */
export interface ImportError {
  row: number
  column: string
  value: string
  error: string
}

export interface ImportAnswer {
  data: ImportRow[]
  errors: ImportError[]
  summary: { create: number; change: number; unchanged: number; error: number }
  /** Lines below the header, and those of them the mapping leaves out or finds nothing in. */
  lines: { read: number; left_out: number }
  dry_run: boolean
}

/**
 * Where a transfer stands. `to_do` and `approved` wait for a job, `processing` is at work, `pending` is a rehearsed
 * import that waits for a decision, `canceled` was given up or taken back, `abnormal` ended with a fault.
 */
export type TransferStatus = 'to_do' | 'processing' | 'pending' | 'approved' | 'completed' | 'canceled' | 'abnormal'

/** What came of taking an import back. */
export interface Undone {
  undone: number
  /** Rows that stay as they are, and why. */
  kept: { resource: string; id: number; reason: string }[]
}

/** What there is to say about a transfer; which part depends on how far it is. */
export interface TransferAnswer {
  import?: ImportAnswer
  undo?: Undone
  /** Of an export: rows and bytes written. */
  rows?: number
  bytes?: number
  /** Why it ended with a fault. */
  problem?: string[]
}

/** An import or export as the admin follows it. */
export interface TransferInfo {
  id: number
  kind: 'import' | 'export'
  resource: string
  status: TransferStatus
  file_name: string
  done: number
  total: number | null
  answer: TransferAnswer | null
  created_at: string
}
