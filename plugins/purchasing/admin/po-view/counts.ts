/** A line of a delivery as it is typed. One order line may stand there several times, once for each lot. */
export interface Count {
  line: number
  accepted: string
  rejected: string
  expiry: string
  lot: string
  reason: string
  cost: string
}

/** A line nothing was counted of yet. */
export const emptyCount = (line: number): Count => ({ line, accepted: '', rejected: '', expiry: '', lot: '', reason: '', cost: '' })

const number = (text: string) => (text.trim() === '' ? 0 : Number(text))

/** What the server is told; lines keep their places, so that its answers find them. */
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
