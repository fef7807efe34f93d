/** A line of a delivery as typed. An order line may occur several times, once for each lot. */
export interface Count {
  line: number
  accepted: string
  rejected: string
  expiry: string
  lot: string
  reason: string
  cost: string
}

/** A line without a count. */
export const emptyCount = (line: number): Count => ({ line, accepted: '', rejected: '', expiry: '', lot: '', reason: '', cost: '' })

const number = (text: string) => (text.trim() === '' ? 0 : Number(text))

/** The request lines. Empty lines keep their index, so that errors of the server match. */
export const toLines = (counts: readonly Count[]): object[] =>
  counts.map((c) => ({
    po_line_id: c.line,
    accepted: number(c.accepted),
    rejected: number(c.rejected),
    ...(c.expiry ? { expiry_date: c.expiry } : {}),
    ...(c.lot.trim() ? { lot_code: c.lot.trim() } : {}),
    ...(c.reason.trim() ? { reason: c.reason.trim() } : {}),
    ...(c.cost.trim() ? { unit_cost: c.cost.trim() } : {}),
  }))
