import { randomUUID } from 'node:crypto'
import type { ProductUnderTest } from 'stoa/cli'
import { byStaff } from './client.ts'

/** Number of scans of each code at two devices. */
const SCANS_PER_CODE = 4

/**
 * Scans every code of a class several times at two devices concurrently, and sends one scan twice: each code must
 * check in one guest.
 * @returns the violations
 */
export async function proveCheckIn(shop: ProductUnderTest, round: number, event: number, day: string): Promise<string[]> {
  const devices = await Promise.all(
    ['A', 'B'].map(async (name) => {
      const device = randomUUID()
      await byStaff(shop, 'booking/device', { device, name: `${name}${round}` })
      return device
    }),
  )
  const seats = await shop.rows<{ id: string; short: string; session: string }>(
    `select s.id, s.short, b.session_id as session from booking_seat s join booking b on b.id = s.booking_id
     where b.event_id = $1 and b.status = 'approved' and (b.starts_at at time zone b.zone)::date = $2::date`,
    [event, day],
  )
  const late = { override: true, note: 'proof' }
  const scans = seats.flatMap(({ short }) =>
    Array.from({ length: SCANS_PER_CODE }, (_, i) => ({ device: devices[i % 2], nonce: randomUUID(), code: short, ...late })),
  )
  const answers = await Promise.all([...scans, ...scans.slice(0, SCANS_PER_CODE)].map((scan) => byStaff(shop, 'booking/scan', scan)))
  const problems: string[] = []
  const results = answers.slice(0, scans.length).map((answer) => String(answer?.['result'] ?? 'refused'))
  const ok = results.filter((result) => result === 'ok').length
  if (ok !== seats.length) problems.push(`${ok} were let in by ${seats.length} codes`)
  if (results.some((result) => result !== 'ok' && result !== 'already')) problems.push(`doors said ${[...new Set(results)].join(', ')}`)
  const log = await shop.rows<{ n: string }>(`select count(*) as n from booking_checkin c where c.seat_id = any($1::bigint[])`, [
    seats.map(({ id }) => id),
  ])
  if (Number(log[0]?.n) !== scans.length) problems.push(`${log[0]?.n ?? 0} scans are written down of ${scans.length}`)
  return problems
}
