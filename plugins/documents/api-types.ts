import { type Shape, t } from 'stoa'

/** A status change of a document, with its actor. */
export const HistoryEntry = t.object({
  at: t.dateTime(),
  from_status: t.maybe(t.text()),
  to_status: t.text(),
  reason: t.text(),
  who: t.text('Name of the staff account; otherwise guest, customer or system.'),
})
export type HistoryEntry = Shape<typeof HistoryEntry>

/** The status history of a document, oldest first. */
export const History = t.object({ data: t.list(HistoryEntry) })
export type History = Shape<typeof History>
