import { toLocale, type Ctx, AppError, lockKeys, sql, systemCtx, type Tx } from 'stoa'
import { millis, zoneSql } from '../clock.ts'
import { toWallTime } from '../../domain/clock.ts'
import { holdPlaces } from '../book.ts'
import { expireHolds } from '../expire.ts'
import { formatWhen } from '../format-when.ts'
import { mailWaiting, type WaitingEntry } from './mails.ts'
import { bookingWaitlist } from '../../resources/waitlist.ts'

interface Next extends WaitingEntry {
  language: string
  event: number
  hold: number
}

/** SQL: the first entry that needs no more places than are free. A larger group is skipped in favour of smaller ones. */
const nextSql = (ctx: Ctx, session: number) => sql`select w.id, w.email, w.first_name, w.language, w.quantity, e.id as event,
    coalesce(e.title->>w.language, e.title->>${ctx.mainLanguage}, e.url) as title, e.kind, coalesce(e.time_zone, ${zoneSql(ctx, sql`s.id`)}) as zone,
    ${millis(sql`s.starts_at`)} as starts, e.offer_hold as hold
  from booking_waitlist w join booking_session s on s.id = w.session_id join event e on e.id = s.event_id
    left join event_category c on c.id = e.category_id
  where w.session_id = ${session} and w.status = 'pending' and w.quantity <= s.capacity - s.taken and w.quantity <= e.max_quantity
    and s.starts_at > now() and e.visibled and coalesce(c.visibled, true)
  order by w.id limit 1 for update of w`

/** Offers places to the first entry: they are held until the offer expires. @returns whether an offer was made */
async function offerOne(tx: Tx, ctx: Ctx, session: number): Promise<boolean> {
  // Advisory lock: offers are made in order.
  await lockKeys(tx, [`booking waiting ${session}`])
  const next = await tx.one<Next>(nextSql(ctx, session))
  if (!next) return false
  const language = toLocale(next.language, ctx.mainLanguage)
  const { day, time } = toWallTime(next.starts, next.zone)
  const shop = systemCtx(ctx.kernel, 'booking', language)
  const hold = await holdPlaces(tx, shop, {
    event_id: next.event,
    date: day,
    time: next.kind === 'day' ? '' : time,
    quantity: next.quantity,
  })
  const row = await tx.one<{ expires: number }>(sql`update booking_waitlist w set booking_id = ${hold.id}, offered_at = now(),
      expires_at = least(now() + make_interval(mins => ${next.hold}), s.starts_at)
    from booking_session s where s.id = w.session_id and w.id = ${next.id} returning ${millis(sql`w.expires_at`)} as expires`)
  await tx.run(sql`update booking set hold_expires_at = ${new Date(row?.expires ?? 0).toISOString()} where id = ${hold.id}`)
  await ctx.kernel.resources.transitionIn(tx, shop, bookingWaitlist, next.id, 'offer')
  const until = formatWhen({ starts: row?.expires ?? 0, kind: 'session', zone: next.zone }, language)
  await mailWaiting(tx, shop, 'offer', next, { until })
  return true
}

/** Makes offers as long as places are free. Concurrent runs make no duplicate offers. */
export async function offerPlaces(ctx: Ctx, session: number): Promise<number> {
  await expireHolds(ctx)
  let offerCount = 0
  for (;;) {
    const more = await ctx.kernel
      .transaction((tx) => offerOne(tx, ctx, session))
      .catch((error: unknown) => {
        // A concurrent request took the places, or the time is no longer bookable: no offer is made.
        if (error instanceof AppError) return false
        throw error
      })
    if (!more) return offerCount
    offerCount++
  }
}

/** Batch size. */
const AT_ONCE = 200

/** Expires offers and entries of started times, and offers the free places. Idempotent. */
export async function offerDue(ctx: Ctx): Promise<void> {
  const { kernel } = ctx
  const over = await kernel.db.rows<{ id: number }>(sql`select w.id from booking_waitlist w join booking_session s on s.id = w.session_id
    where (w.status = 'processing' and w.expires_at <= now()) or (w.status = 'pending' and s.starts_at <= now()) order by w.id limit ${AT_ONCE}`)
  for (const { id } of over)
    await kernel.transaction(async (tx) => {
      const still = await tx.one(sql`select 1 from booking_waitlist w join booking_session s on s.id = w.session_id where w.id = ${id}
        and ((w.status = 'processing' and w.expires_at <= now()) or (w.status = 'pending' and s.starts_at <= now())) for update of w`)
      if (still) await kernel.resources.transitionIn(tx, ctx, bookingWaitlist, id, 'lapse')
    })
  const open = await kernel.db.rows<{
    id: number
  }>(sql`select distinct s.id from booking_waitlist w join booking_session s on s.id = w.session_id
    where w.status = 'pending' and s.taken < s.capacity and s.starts_at > now() order by s.id limit ${AT_ONCE}`)
  for (const { id } of open) await offerPlaces(ctx, id)
}
