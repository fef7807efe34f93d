import { Money, PageHeader, StatusTag, useAnswer, useResource } from 'stoa/admin'
import type { Summary } from '../api-types.ts'

/** Number of repairs and sum of their prices, by status. */
export default function RepairSummary() {
  const summary = useAnswer<Summary>('repair/summary')
  return (
    <>
      <PageHeader title={useResource('repair')?.plural ?? ''} />
      {summary?.data.map(({ status, count, worth }) => (
        <p key={status}>
          <StatusTag word={status} /> {count} · <Money value={worth} />
        </p>
      ))}
    </>
  )
}
