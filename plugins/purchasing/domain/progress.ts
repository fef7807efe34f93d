/** How far a line of a purchase order is. */
export interface Progress {
  quantity: number
  received: number
  rejected: number
  /** Units nobody waits for any more. */
  closed: number
}

/** Units still to come. */
export const open = (l: Progress): number => Math.max(0, l.quantity - l.received - l.rejected - l.closed)

/** Most units of a line that may arrive when so many percent more than ordered are tolerated; parts of a unit do not count. */
export const getMostReceivable = (l: Progress, percent: number): number => l.quantity + Math.floor((l.quantity * percent) / 100)

/** The status a placed order has by what has arrived. */
export function getStatus(lines: readonly Progress[]): 'sent' | 'partial_received' | 'received' {
  const arrived = lines.some((l) => l.received + l.rejected > 0)
  if (!arrived) return 'sent'
  return lines.every((l) => open(l) === 0) ? 'received' : 'partial_received'
}
