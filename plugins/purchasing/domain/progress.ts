/** Progress of a purchase order line. */
export interface Progress {
  quantity: number
  received: number
  rejected: number
  /** Units that are no longer expected. */
  closed: number
}

/** Outstanding units. */
export const open = (l: Progress): number => Math.max(0, l.quantity - l.received - l.rejected - l.closed)

/** Maximum quantity of a line with this over-delivery tolerance in percent, rounded down. */
export const getMostReceivable = (l: Progress, percent: number): number => l.quantity + Math.floor((l.quantity * percent) / 100)

/** The status of a placed order, derived from the received quantities. */
export function getStatus(lines: readonly Progress[]): 'sent' | 'partial_received' | 'received' {
  const arrived = lines.some((l) => l.received + l.rejected > 0)
  if (!arrived) return 'sent'
  return lines.every((l) => open(l) === 0) ? 'received' : 'partial_received'
}
