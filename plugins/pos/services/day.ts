import { basic, type Ctx, type Db, formatMoney, parseMoney, sql } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { PAYMENTS } from 'stoa/plugins/payments'
import type { DayReport, Report } from '../api-types.ts'
import { readReport } from './report.ts'
import { getMethodTitle } from './method-title.ts'

/** Sum of decimal amounts; absent ones count as zero. */
const getSum = (
  list: readonly Report[],
  key: 'sold' | 'back' | 'collected' | 'discounts' | 'rounding' | 'expected' | 'counted' | 'difference',
): string => formatMoney(list.reduce((sum, report) => sum + parseMoney(report[key] ?? '0'), 0))

const getCount = (list: readonly Report[], key: 'sales' | 'returns' | 'pickups' | 'missing' | 'trouble'): number =>
  list.reduce((sum, report) => sum + report[key], 0)

/**
 * All till sessions of a store opened on a business day; for today also earlier ones that are still open. Expected
 * cash of uncounted sessions is in no total.
 */
export async function readDay(ctx: Ctx, db: Db, store: { id: number; name: string }, day: string | null): Promise<DayReport> {
  const { time_zone } = ctx.kernel.settings.of(basic)
  const currency = baseCurrency(ctx.kernel)
  const [requestedDay, offers] = await Promise.all([
    db.one<{ day: string; today: boolean }>(sql`select d.day::text as day, d.day = (select business_day()) as today
      from (select coalesce(${day}::date, (select business_day())) as day) d`),
    ctx.kernel.get(PAYMENTS).listOffers(ctx, { currency, channel: 'pos' }, db),
  ])
  const { day: at, today } = requestedDay ?? { day: '', today: false }
  const rows = await db.rows<{ id: number }>(sql`select id from pos_session
    where store_id = ${store.id} and ((opened_at at time zone ${time_zone})::date = ${at}::date
      or (${today} and status in ('processing', 'payment_review'))) order by id`)
  const sessions = await Promise.all(rows.map(async ({ id }) => ({ id, ...(await readReport(ctx, db, store.id, id, true)) })))
  const open = sessions.filter(({ status }) => status === 'processing' || status === 'payment_review').length
  const doubted = sessions.filter(({ status }) => status === 'abnormal').length
  const missing = getCount(sessions, 'missing')
  const ways = new Map<string, { amount: number; count: number }>()
  for (const { method, amount, count } of sessions.flatMap((report) => report.ways)) {
    const current = ways.get(method) ?? { amount: 0, count: 0 }
    ways.set(method, { amount: current.amount + parseMoney(amount), count: current.count + count })
  }
  return {
    day: at,
    today,
    store: store.name,
    currency,
    open,
    missing,
    doubted,
    trouble: getCount(sessions, 'trouble'),
    closed: sessions.length > 0 && open === 0 && doubted === 0 && missing === 0,
    sales: getCount(sessions, 'sales'),
    sold: getSum(sessions, 'sold'),
    returns: getCount(sessions, 'returns'),
    back: getSum(sessions, 'back'),
    pickups: getCount(sessions, 'pickups'),
    collected: getSum(sessions, 'collected'),
    discounts: getSum(sessions, 'discounts'),
    rounding: getSum(sessions, 'rounding'),
    ways: [...ways].map(([method, { amount, count }]) => ({
      method,
      title: getMethodTitle(ctx, offers, method),
      amount: formatMoney(amount),
      count,
    })),
    expected: getSum(sessions, 'expected'),
    counted: getSum(sessions, 'counted'),
    difference: getSum(sessions, 'difference'),
    sessions,
  }
}
