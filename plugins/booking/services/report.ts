import { basic, type Ctx, type Period, sql, type Sql } from 'stoa'
import type { Report } from 'stoa/plugins/reports'
import { occupying } from '../domain/statuses.ts'

const occupyingStatuses = occupying.filter((status) => status !== 'draft')

/**
 * SQL: the times of a period that somebody booked, each with its capacity, and their bookings. They count on the business day they start;
 * weekday and hour are those of the place of the event. Holds are no bookings.
 */
function timesSql(ctx: Ctx, { from, to }: Period): Sql {
  const zone = ctx.kernel.settings.of(basic).time_zone
  const time = sql`s.day, s.event_id, s.resource_id, s.weekday, s.hour`
  return sql`
    with s as (
      select z.id, z.event_id, z.resource_id, z.capacity, (z.starts_at at time zone ${zone})::date as day, to_char(l.starts, 'ID') as weekday,
        to_char(l.starts, 'HH24:00') as hour
      from booking_session z join event e on e.id = z.event_id, lateral (select z.starts_at at time zone coalesce(e.time_zone, ${zone}) as starts) l
      where z.starts_at >= ${from}::date::timestamp at time zone ${zone} and z.starts_at < (${to}::date + 1)::timestamp at time zone ${zone}
        and exists (select from booking b where b.session_id = z.id and b.asked_at is not null))
    select 'time ' || s.id as id, ${time}, null::bigint as booking_id, null as number, null as status, 1 as times, s.capacity, 0 as bookings, 0 as requested,
      0 as booked, 0 as canceled, 0 as absent from s
    union all
    select 'booking ' || b.id, ${time}, b.id, b.number, b.status, 0, 0, 1, b.quantity, case when b.status = any(${occupyingStatuses}) then b.quantity else 0 end,
      case when b.status in ('canceled', 'refunded') then b.quantity else 0 end,
      case when b.status = 'absent' then b.quantity
        when b.status in ('present', 'completed')
          then (select count(*)::int from booking_seat x where x.booking_id = b.id and x.seat_no <= b.quantity and x.status = 'absent')
        else 0 end
    from s join booking b on b.session_id = s.id where b.asked_at is not null`
}

/** Bookings by event, resource, weekday and hour: occupancy of the times that somebody booked, no-shows and cancellations, in places. */
export const bookingReport: Report = {
  title: 'booking:report.bookings',
  order: 70,
  needs: 'get booking',
  dated: 'period',
  facts: timesSql,
  dimensions: {
    event: { title: 'booking:report.event', column: 'event_id', of: 'event' },
    category: { title: 'booking:report.category', column: 'event_id', of: 'event', via: 'category_id' },
    resource: { title: 'booking:report.resource', column: 'resource_id', of: 'booking_resource' },
    weekday: { title: 'booking:report.weekday', column: 'weekday', messages: 'reports:weekday_', isOrdered: true },
    hour: { title: 'booking:report.hour', column: 'hour', isOrdered: true },
  },
  measures: {
    times: { title: 'booking:report.times', type: 'count', sum: 'times' },
    capacity: { title: 'booking:report.capacity', type: 'count', sum: 'capacity' },
    bookings: { title: 'booking:report.booking_count', type: 'count', sum: 'bookings' },
    requested: { title: 'booking:report.requested', type: 'count', sum: 'requested' },
    booked: { title: 'booking:report.booked', type: 'count', sum: 'booked' },
    occupancy: { title: 'booking:report.occupancy', type: 'percent', ratio: ['booked', 'capacity'] },
    absent: { title: 'booking:report.absent', type: 'count', sum: 'absent' },
    absent_rate: { title: 'booking:report.absent_rate', type: 'percent', ratio: ['absent', 'booked'] },
    canceled: { title: 'booking:report.canceled', type: 'count', sum: 'canceled' },
    cancel_rate: { title: 'booking:report.cancel_rate', type: 'percent', ratio: ['canceled', 'requested'] },
  },
  groupBy: ['event'],
  chart: { kind: 'column', measures: ['booked', 'capacity'] },
  rows: [
    { title: 'booking:report.day', column: 'day', type: 'day' },
    { title: 'booking:report.hour', column: 'hour', type: 'text' },
    { title: 'booking:report.booking', column: 'number', type: 'text' },
    { title: 'booking:report.status', column: 'status', type: 'text', messages: 'core:status.' },
  ],
  link: sql`'booking/history/' || f.booking_id`,
}
