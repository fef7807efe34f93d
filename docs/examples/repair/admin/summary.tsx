import { Money, StatusTag, useAnswer } from 'stoa/admin'
import type { Summary } from '../api-types.ts'

/** Number of repairs and sum of their prices, by status. */
export default function RepairSummary() {
  const summary = useAnswer<Summary>('repair/summary')
  return summary?.data.map(({ status, count, worth }) => (
    <span key={status}>
      <StatusTag word={status} /> {count} · <Money value={worth} />
    </span>
  ))
}
