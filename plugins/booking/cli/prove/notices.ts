import { setTimeout as wait } from 'node:timers/promises'
import type { ProductUnderTest } from 'stoa/cli'
import { sendPaidWebhooks } from 'stoa/plugins/payments'
import type { Booked, Client } from './client.ts'

/** Capacity of the class paid by card. */
export const PAID_PLACES = 3

/** Milliseconds until all notifications must be processed. */
const PATIENCE_MS = 40_000

/** How many payments got a place, and how many did not. */
export type Became = Record<string, number>

/** Notifications per payment. */
const NOTICES_PER_PAYMENT = 3

/**
 * All places are ordered by card and not paid in time. The first notification arrives when the holds expire, the
 * others later, while two more clients order the released places and pay at once, and a process is killed. A payment
 * with a free place must get it; any other must be left for staff to refund, and none may be lost.
 * @returns what happened to the payments, and the violations
 */
export async function lateNotices(
  shop: ProductUnderTest,
  client: () => Client,
  at: { event: number; day: string },
  accident: () => Promise<void>,
): Promise<{ became: Became; problems: string[] }> {
  const book = () => client().book(at.event, at.day, '19:00', { payment_method: 'card' })
  const first = await Promise.all(Array.from({ length: PAID_PLACES }, book))
  const late = first.filter((booking): booking is Booked => booking !== undefined)
  if (late.length !== PAID_PLACES) return { became: {}, problems: [`${late.length} of ${PAID_PLACES} places could be ordered by card`] }
  const [inTime, ...others] = late
  const paid = (booking: Booked | undefined) => sendPaidWebhooks(shop, booking?.checkout?.payment.action?.fields ?? {}, NOTICES_PER_PAYMENT)
  await endHolds(shop, getNumbers(late))
  const racing = paid(inTime)
  await until(async () => (await stillOpen(shop, getNumbers(others))) === 0)
  const killed = accident()
  const news = Array.from({ length: 2 }, async () => {
    const booking = await book()
    if (booking) await paid(booking)
    return booking
  })
  const [came] = await Promise.all([Promise.all(news), racing, ...others.map(paid), killed])
  const numbers = getNumbers([...late, ...came.filter((booking) => booking !== undefined)])
  const problems: string[] = []
  if (!(await until(async () => (await unsettled(shop, numbers)) === 0))) problems.push('not every late payment was booked in time')
  const states = await shop.rows<{ status: string; n: number }>(
    `select case status when 'approved' then 'placed' when 'canceled' then 'given to staff' else status end as status, count(*)::int as n
     from booking where number = any($1) group by 1 order by 1`,
    [numbers],
  )
  const became: Became = Object.fromEntries(states.map(({ status, n }) => [status, n]))
  if (became['placed'] !== PAID_PLACES)
    problems.push(`${became['placed'] ?? 0} paid bookings stand at ${PAID_PLACES} places that ${numbers.length} paid for`)
  return { became, problems }
}

const getNumbers = (all: readonly Booked[]) => all.map(({ number }) => number)

/** Expires these orders and runs the scheduled job. */
async function endHolds(shop: ProductUnderTest, numbers: readonly string[]): Promise<void> {
  await shop.rows(
    `update sales_order set hold_expires_at = now() - interval '1 second' where id in (select order_id from booking where number = any($1))`,
    [numbers],
  )
  await shop.rows(`select graphile_worker.add_job('sales/expire', '{}'::json)`)
}

const stillOpen = async (shop: ProductUnderTest, numbers: readonly string[]): Promise<number> =>
  (await shop.rows<{ n: number }>(`select count(*)::int as n from booking where number = any($1) and status = 'pending'`, [numbers]))[0]
    ?.n ?? 0

/** Orders whose payment has no effect yet: neither a confirmed booking nor an entry for staff. */
const unsettled = async (shop: ProductUnderTest, numbers: readonly string[]): Promise<number> =>
  (
    await shop.rows<{ n: number }>(
      `select count(*)::int as n from booking b join sales_order o on o.id = b.order_id where b.number = any($1)
         and not (b.status = 'approved' and o.paid_minor = o.total_minor) and not (b.status = 'canceled' and o.status = 'abnormal')`,
      [numbers],
    )
  )[0]?.n ?? 0

async function until(so: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(100)) if (await so()) return true
  return false
}
