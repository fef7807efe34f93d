import { DeskCard, Money, StatusTag, useAnswer } from 'stoa/admin'
import type { Summary } from '../api-types.ts'

/** Number of repairs and sum of their prices, by status. */
export default function RepairCard() {
  const summary = useAnswer<Summary>('repair/summary')
  return (
    <DeskCard resourceName="repair">
      {summary?.data.map(({ status, count, worth }) => (
        <p key={status}>
          <StatusTag word={status} /> {count} · <Money value={worth} />
        </p>
      ))}
    </DeskCard>
  )
}
