import { basic, type Ctx, AppError, formatMoney, NOT_FOUND, sql } from 'stoa'
import { daysOfMonth, momentText } from '../domain/clock.ts'
import type { Times } from '../api-types.ts'
import { findTimesOn } from './availability.ts'
import { shownSql } from './pages.ts'
import { isPreview } from './preview.ts'

/** An event and a month in its time zone. */
interface Month {
  url: string
  year: number
  month: number
  /** For a hidden event: the signature of its preview, or ''. */
  preview: string
}

/** Resources whose changes invalidate the cache. */
const DEPENDS = ['event', 'event_category', 'booking_resource', 'booking_session']

/** Cache lifetime in milliseconds, since minimum notice passes with time. A booking is validated again. */
const LIFETIME = 10_000

async function computeTimes(ctx: Ctx, { url, year, month, preview }: Month): Promise<Times> {
  const { db } = ctx.kernel
  const { from, to } = daysOfMonth(year, month)
  const row = await db.one<{ id: number; price: number }>(sql`select e.id, e.price_minor as price from event e
    left join event_category c on c.id = e.category_id where e.url = ${url} and (${shownSql} or ${isPreview(ctx, url, preview)})`)
  const found = row && (await findTimesOn(ctx, db, row.id, from, to))
  if (!found) throw new AppError(NOT_FOUND)
  const dates: Times['dates'] = {}
  const price = formatMoney(row.price)
  for (const { day, time, left, starts, ends } of found.slots)
    (dates[day] ??= []).push({ time, available: left, price, starts_at: momentText(starts), ends_at: momentText(ends) })
  return { timezone: found.event.zone, dates }
}

/** Times of a month, cached until a booking changes them. A preview is not cached. */
function keepTimes(ctx: Ctx, { url, year, month, preview }: Month): Promise<Times> {
  const { cache, settings } = ctx.kernel
  const compute = () => computeTimes(ctx, { url, year, month, preview })
  const key = JSON.stringify(['times', url, year, month, settings.of(basic).time_zone])
  return preview ? compute() : cache.get(key, DEPENDS, LIFETIME, compute)
}

/**
 * The times of a month with at least that many places left.
 * @throws AppError NOT_FOUND
 */
export async function readMonth(ctx: Ctx, { quantity, ...month }: Month & { quantity: number }): Promise<Times> {
  const times = await keepTimes(ctx, month)
  if (quantity === 1) return times
  const fitting = Object.entries(times.dates).map(([day, all]) => [day, all.filter(({ available }) => available >= quantity)] as const)
  return { ...times, dates: Object.fromEntries(fitting.filter(([, left]) => left.length > 0)) }
}
