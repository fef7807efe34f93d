import { type Ctx, AppError, hasPermission, message, type Sql, sql, WRONG_STATE } from 'stoa'
import { fullNameSql } from 'stoa/plugins/people'
import {
  type CalendarSource,
  CANCELED_DAYS,
  parseEntryId,
  visibleRowsSql,
  type SourceEntry,
  type Span,
  getStart,
} from 'stoa/plugins/calendar'
import { booking } from '../resources/booking.ts'
import { toWallTime } from '../domain/clock.ts'
import { rescheduleBooking } from './reschedule.ts'

/** The drop target in the event's time zone. */
async function findTarget(ctx: Ctx, id: number, start: string): Promise<{ date: string; time: string }> {
  const { zone } = await ctx.kernel.resources.get(ctx, booking, id)
  const { day, time } = toWallTime(Date.parse(start), zone)
  return { date: day, time }
}

/** What differs between the bookings of everybody and those that the actor hosts. */
interface BookingQuery {
  /** Condition on the resource `r` of the session. */
  condition: Sql
  withNames: boolean
  withLinks: boolean
}

const CANCELED = sql`('canceled', 'rejected', 'refunded')`

/**
 * Bookings in a range, in one statement. Bookings of a group session are one entry, with the places taken, because a class of twenty would
 * otherwise fill its day.
 */
function readBookings(
  ctx: Ctx,
  { from, to, most, outside }: Span,
  { condition, withNames, withLinks }: BookingQuery,
): Promise<SourceEntry[]> {
  const title = sql`coalesce(e.title->>${ctx.language}, e.title->>${ctx.mainLanguage}, e.url)`
  const label = withNames
    ? sql`coalesce(nullif(${fullNameSql(sql`t.first_name`, sql`t.last_name`)}, ''), t.number) || ' · ' || ${title}`
    : sql`${title} || ' · ' || t.number`
  const inRange = sql`t.starts_at < ${getStart(ctx, to)} and t.ends_at > ${getStart(ctx, from)}`
  const since = sql`now() - make_interval(days => ${CANCELED_DAYS})`
  const utc = (at: Sql) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const dayOrTime = (at: Sql) => sql`case when e.kind = 'day' then to_char(${at} at time zone t.zone, 'YYYY-MM-DD') else ${utc(at)} end`
  return ctx.kernel.db.rows<SourceEntry>(sql`
    select t.id::text as id, ${label} as title, ${dayOrTime(sql`t.starts_at`)} as start, ${dayOrTime(sql`t.ends_at`)} as "end",
      e.kind = 'day' as all_day, t.status, case when ${withLinks} then 'booking/history/' || t.id end as link,
      t.status in ('pending', 'approved', 'abnormal') and e.kind <> 'day' as movable, t.version, t.updated_at as changed_at,
      t.status in ${CANCELED} as gone
    from booking t join event e on e.id = t.event_id join booking_session s on s.id = t.session_id
      left join booking_resource r on r.id = s.resource_id
    where e.kind <> 'session' and ${inRange} and ${condition}
      and (t.status not in ${CANCELED} or (${outside} and coalesce(t.canceled_at, t.updated_at) > ${since}))
      and ${visibleRowsSql(ctx, 'booking')}
    union all
    select 'session-' || t.id, ${title} || ' · ' || t.taken || '/' || t.capacity, ${utc(sql`t.starts_at`)}, ${utc(sql`t.ends_at`)},
      false, null, case when ${withLinks} then 'booking/history?session_id=' || t.id end, false, t.version, t.updated_at, t.taken = 0
    from booking_session t join event e on e.id = t.event_id left join booking_resource r on r.id = t.resource_id
    where e.kind = 'session' and ${inRange} and ${condition} and (t.taken > 0 or (${outside} and t.updated_at > ${since}))
      and ${visibleRowsSql(ctx, 'booking_session')}
    order by start, id limit ${most}`)
}

const SEE_BOOKINGS = 'get booking'

/**
 * Bookings in the calendar. In "My calendar": those of resources that are the account, without names and links for a host who may not read
 * bookings. Dragging reschedules a booking if the event offers the time; otherwise it stays.
 */
export const bookingsOnCalendar: CalendarSource = {
  title: 'booking:calendar.bookings',
  hue: 'green',
  needs: SEE_BOOKINGS,
  customerNames: 'get customer',
  read: (ctx, span) => readBookings(ctx, span, { condition: sql`true`, withNames: !span.anonymous, withLinks: true }),
  mine: {
    read: (ctx, span) => {
      const mayRead = hasPermission(ctx.actor, SEE_BOOKINGS)
      const condition = sql`r.account_id = ${'id' in ctx.actor ? ctx.actor.id : 0}`
      return readBookings(ctx, span, { condition, withNames: mayRead && !span.anonymous, withLinks: mayRead })
    },
  },
  move: {
    needs: `${SEE_BOOKINGS} & update booking`,
    by: 'moment',
    run: async (ctx, key, { start, version }) => {
      const id = parseEntryId(key)
      const to = await findTarget(ctx, id, start)
      await ctx.kernel.transaction(async (tx) => {
        const row = await tx.one<{ version: number }>(sql`select version from booking where id = ${id} for update`)
        if (version !== null && row?.version !== version) throw new AppError(WRONG_STATE, { start: [message('booking:error.changed')] })
        await rescheduleBooking(tx, ctx, id, to)
      })
    },
  },
}
