import { setTimeout as wait } from 'node:timers/promises'
import type { ProductUnderTest } from 'stoa/cli'
import { byStaff, type Client } from './client.ts'

interface Row {
  number: string
  order_id: string
}

/** Milliseconds until a paid order must have updated its booking. */
const TIMEOUT_MS = 20_000

/**
 * Two places are ordered, then canceled and paid concurrently, while three other clients want them: a paid order must
 * have its place, and no place may be used twice.
 * @returns the violations
 */
export async function latePayments(shop: ProductUnderTest, client: () => Client, at: { event: number; day: string }): Promise<string[]> {
  const book = () => client().book(at.event, at.day, '17:00', { payment_method: 'bank' })
  const first = (await Promise.all([book(), book()])).filter((booking) => booking !== undefined)
  if (first.length !== 2) return [`${first.length} of two places could be ordered`]
  const rows = await shop.rows<Row>('select number, order_id from booking where number = any($1) order by id', [
    first.map(({ number }) => number),
  ])
  const [paid] = await Promise.all([
    Promise.all(rows.map(({ order_id }) => byStaff(shop, `order/${order_id}/pay`, {}))),
    ...rows.map(({ order_id }) => byStaff(shop, `order/${order_id}/cancel`, { reason: 'Not paid in time' })),
    ...Array.from({ length: 3 }, book),
  ])
  const occupied = await shop.rows<{ n: string }>(
    `select coalesce(sum(quantity), 0) as n from booking where event_id = $1 and (starts_at at time zone zone)::date = $2::date
       and status not in ('canceled', 'rejected', 'refunded')`,
    [at.event, at.day],
  )
  const problems = Number(occupied[0]?.n ?? 0) > 2 ? [`${occupied[0]?.n ?? 0} hold two places`] : []
  const until = Date.now() + TIMEOUT_MS
  // A retry after a killed process may be rejected, so only answered calls are checked.
  for (const { number } of rows.filter((_, i) => paid[i] !== undefined))
    for (;;) {
      const [now] = await shop.rows<{ status: string }>('select status from booking where number = $1', [number])
      if (now?.status === 'approved') break
      if (Date.now() > until) {
        problems.push(`${number} is paid and ${now?.status ?? 'gone'}`)
        break
      }
      await wait(100)
    }
  return problems
}
