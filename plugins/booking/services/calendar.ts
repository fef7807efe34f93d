import { type Ctx, AppError, sql, message, WRONG_STATE } from 'stoa'
import { fullNameSql } from 'stoa/plugins/people'
import { type CalendarSource, CANCELED_DAYS, parseEntryId, visibleRowsSql, type SourceEntry, getStart } from 'stoa/plugins/calendar'
import { booking } from '../resources/booking.ts'
import { toWallTime } from '../domain/clock.ts'
import { rescheduleBooking } from './reschedule.ts'

/** The drop target in the event's time zone. */
async function findTarget(ctx: Ctx, id: number, start: string): Promise<{ date: string; time: string }> {
  const { zone } = await ctx.kernel.resources.get(ctx, booking, id)
  const { day, time } = toWallTime(Date.parse(start), zone)
  return { date: day, time }
}

/** Bookings in the calendar. Dragging reschedules a booking if the event offers the time; otherwise it stays. */
export const bookingsOnCalendar: CalendarSource = {
  title: 'booking:calendar.bookings',
  hue: 'green',
  needs: 'get booking',
  read: (ctx, { from, to, most, outside }) =>
    ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, case when ${outside} then coalesce(e.title->>${ctx.language}, e.title->>${ctx.mainLanguage}, e.url) || ' · ' || t.number
          else coalesce(nullif(${fullNameSql(sql`t.first_name`, sql`t.last_name`)}, ''), t.number) || ' · ' || coalesce(e.title->>${ctx.language}, e.title->>${ctx.mainLanguage}, e.url) end as title,
        case when e.kind = 'day' then to_char(t.starts_at at time zone t.zone, 'YYYY-MM-DD') else to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as start,
        case when e.kind = 'day' then to_char(t.ends_at at time zone t.zone, 'YYYY-MM-DD') else to_char(t.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as "end",
        e.kind = 'day' as all_day, t.status, 'booking/history/' || t.id as link,
        t.status in ('pending', 'approved', 'abnormal') and e.kind <> 'day' as movable, t.version, t.updated_at as changed_at,
        t.status in ('canceled', 'rejected', 'refunded') as gone
      from booking t join event e on e.id = t.event_id
      where t.starts_at < ${getStart(ctx, to)} and t.ends_at > ${getStart(ctx, from)} and (t.status not in ('canceled', 'rejected', 'refunded')
          or (${outside} and coalesce(t.canceled_at, t.updated_at) > now() - make_interval(days => ${CANCELED_DAYS})))
        and ${visibleRowsSql(ctx, 'booking')} order by t.starts_at, t.id limit ${most}`),
  move: {
    needs: 'update booking',
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
