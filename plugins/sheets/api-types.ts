import { type Shape, t } from 'stoa'
import { runStatuses } from 'stoa/plugins/runs'

/** JSON types of imports and exports. Screens import the types alone, not the schemas. */

/** One cell changed by an import. */
export const CellChange = t.object({ field: t.text(), label: t.text(), old: t.any(), new: t.any() })
export type CellChange = Shape<typeof CellChange>

/** What an import, or its dry run, does with one record. */
export const ImportRow = t.object({
  row: t.int('Line of the sheet; the header is line 1.'),
  lines: t.optional(t.list(t.int('A line; all lines are listed when those of a record do not follow each other.'))),
  key: t.text(),
  action: t.pick(['create', 'change', 'unchanged', 'error']),
  id: t.optional(t.id()),
  changes: t.list(CellChange),
})
export type ImportRow = Shape<typeof ImportRow>

/** A rejected cell or record. */
export const ImportError = t.object({
  row: t.int(),
  column: t.text('Blank when the whole record is meant.'),
  value: t.text(),
  error: t.text(),
})
export type ImportError = Shape<typeof ImportError>

/** A value that is valid but probably wrong. */
export const ImportWarning = t.object({
  row: t.int('0 when the whole sheet is meant.'),
  column: t.text('Blank when the whole record or sheet is meant.'),
  value: t.text(),
  warning: t.text(),
})
export type ImportWarning = Shape<typeof ImportWarning>

export const ImportAnswer = t.object({
  data: t.list(ImportRow),
  errors: t.list(ImportError),
  warnings: t.optional(t.list(ImportWarning)),
  summary: t.object({ create: t.int(), change: t.int(), unchanged: t.int(), error: t.int() }),
  lines: t.object({ read: t.int('Number of lines below the header.'), left_out: t.int('Lines that the mapping skips or finds empty.') }),
  dry_run: t.flag(),
})
export type ImportAnswer = Shape<typeof ImportAnswer>

const PreviewCell = t.object({ label: t.text(), text: t.text() })

/** A child row of a record, such as a variant of a product. */
export const PreviewPart = t.object({
  row: t.int(),
  depth: t.int('1 for child rows of the record, 2 for their child rows.'),
  kind: t.text(),
  cells: t.list(PreviewCell),
})
export type PreviewPart = Shape<typeof PreviewPart>

/** The first records of a file under a mapping. */
export const ImportPreview = t.object({
  data: t.list(
    t.object({
      row: t.int(),
      key: t.text(),
      cells: t.list(PreviewCell),
      parts: t.list(PreviewPart),
      problems: t.list(t.object({ row: t.int(), error: t.text() })),
    }),
  ),
  records: t.int('In the whole sheet.'),
  lines: t.object({ read: t.int(), left_out: t.int() }),
})
export type ImportPreview = Shape<typeof ImportPreview>

/** The result of undoing an import. */
export const Undone = t.object({
  undone: t.int(),
  kept: t.list(t.object({ resource: t.text(), id: t.id(), reason: t.text('Reason the row is not changed.') })),
})
export type Undone = Shape<typeof Undone>

/** Details of a transfer; the part depends on its progress. */
export const TransferAnswer = t.object({
  import: t.optional(ImportAnswer),
  undo: t.optional(Undone),
  rows: t.optional(t.int('For an export: rows written.')),
  bytes: t.optional(t.int('For an export: bytes written.')),
  problem: t.optional(t.list(t.text('Reason of the failure.'))),
})
export type TransferAnswer = Shape<typeof TransferAnswer>

/**
 * An import or export as a background job. After a dry run an import is `pending` until the decision; an import that was undone is
 * `canceled`.
 */
export const TransferInfo = t.object({
  id: t.id(),
  kind: t.pick(['import', 'export']),
  resource: t.text(),
  status: t.pick(runStatuses),
  file_name: t.text(),
  done: t.int(),
  total: t.maybe(t.int()),
  answer: t.maybe(TransferAnswer),
  created_at: t.dateTime(),
})
export type TransferInfo = Shape<typeof TransferInfo>

/** The columns of a file with their possible targets, for the column mapping step. */
export const SheetColumns = t.object({
  /** Targets as in mappings: a column of ours, or one with a condition. */
  columns: t.list(
    t.object({
      column: t.text(),
      field: t.maybe(t.text('Field it is imported into, the first one if there are several.')),
      targets: t.list(t.any()),
      by_name: t.maybe(t.text('Field that its name alone suggests.')),
      sample: t.list(t.text()),
    }),
  ),
  fields: t.list(
    t.object({
      name: t.text(),
      label: t.text(),
      required: t.flag(),
      kind: t.text('Type of the field; with several fields in a cell, of one of them.'),
    }),
  ),
  mapping: t.optional(t.text('Saved mapping that fits this sheet.')),
  file_name: t.text(),
  encoding: t.optional(t.text('For CSV: detected encoding and separator.')),
  /** The mapping of the last dry run of this file. */
  reading: t.optional(t.any()),
})
export type SheetColumns = Shape<typeof SheetColumns>
