import { basic, type Ctx, type Db, sql, type Sql, statement } from '#core'
import { dayAfter } from '../domain/clock.ts'
import type { Plan } from '../domain/ranges.ts'
import { type Bookable, type Lane, type Session, type Slot, timesOf } from '../domain/times.ts'

/** What one statement reads of an event: its rules, what it needs, and what is booked around the days that are asked about. */
interface Read extends Omit<Bookable, 'zone'> {
  zone: string | null
  /** By the clock of the database: all processes go by one. */
  now: number
  /** It needs somebody or something, there or not. */
  needs: boolean
  lanes: (Plan & { resource_id: number; zone: string | null })[]
  sessions: (Omit<Session, 'busy'> & { from: number; to: number })[]
}

/** Days around the question: nights last into it, and clocks of resources may be of another zone. */
const AROUND = 3
/** Days the longest event takes, with what is kept free around it: so far back something may have begun that still goes on. */
const LONGEST = 15

/** Whose hours: the event's, or those of what it needs. Exceptions are read for the days of the question and those beside them. */
function planSql(of: 'event' | 'booking_resource', from: string, to: string): { hours: Sql; exceptions: Sql } {
  const [hours, exceptions] =
    of === 'event'
      ? [sql`event_hours h where h.event_id = e.id`, sql`event_exception x where x.event_id = e.id`]
      : [
          sql`booking_resource_hours h where h.booking_resource_id = r.id`,
          sql`booking_resource_exception x where x.booking_resource_id = r.id`,
        ]
  return {
    hours: sql`coalesce((select json_agg(json_build_object('weekdays', h.weekdays, 'starts', to_char(h.starts, 'HH24:MI'),
      'ends', to_char(h.ends, 'HH24:MI'), 'since', h.since, 'until', h.until) order by h.id) from ${hours}), '[]')`,
    exceptions: sql`coalesce((select json_agg(json_build_object('day', x.day, 'closed', x.closed, 'starts', to_char(x.starts, 'HH24:MI'),
      'ends', to_char(x.ends, 'HH24:MI')) order by x.id) from ${exceptions} and x.day >= ${from}::date and x.day < ${to}::date + ${LONGEST}::int), '[]')`,
  }
}

const millis = (column: Sql) => sql`(extract(epoch from ${column}) * 1000)::bigint`

const read = statement('booking.times', (_, event: number, from: string, to: string) => {
  const own = planSql('event', from, to)
  const others = planSql('booking_resource', from, to)
  return sql`
    select ${millis(sql`now()`)} as now, e.id, e.kind, e.time_zone as zone, e.duration, e.slot_interval as interval, e.capacity, e.notice, e.advance_days as advance,
      e.buffer_before as before, e.buffer_after as after,
      exists (select 1 from event_booking_resource l where l.event_id = e.id) as needs, ${own.hours} as hours, ${own.exceptions} as exceptions,
      coalesce((select json_agg(json_build_object('resource_id', r.id, 'zone', r.time_zone, 'hours', ${others.hours}, 'exceptions', ${others.exceptions})
        order by l."order", r.id) from event_booking_resource l join booking_resource r on r.id = l.booking_resource_id and r.enabled
        where l.event_id = e.id), '[]') as lanes,
      coalesce((select json_agg(json_build_object('event_id', s.event_id, 'resource_id', s.resource_id, 'starts', ${millis(sql`s.starts_at`)},
        'from', ${millis(sql`lower(s.busy)`)}, 'to', ${millis(sql`upper(s.busy)`)}, 'taken', s.taken, 'capacity', s.capacity))
        from booking_session s cross join lateral (select case when e.kind = 'appointment' or exists (select 1 from event_booking_resource l where l.event_id = e.id)
            then ${LONGEST}::int else 0 end as days) reach
        where s.starts_at >= ${from}::date - reach.days and s.starts_at < ${to}::date + reach.days
          and (s.event_id = e.id or (s.taken > 0 and s.lane in (select l.booking_resource_id from event_booking_resource l where l.event_id = e.id)))), '[]') as sessions
    from event e where e.id = ${event}`
})

/** Hours of what has none of its own: it can be had at any time. */
const always: Plan['hours'] = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], starts: '00:00', ends: '00:00', since: null, until: null }]

const nobody: Lane = { resource_id: null, plan: null }

/** An event with its times on some days. */
export interface Available {
  event: Bookable
  slots: Slot[]
}

/** How a question differs from that of a visitor. */
export interface Asking {
  /** Neither notice nor how far ahead counts. */
  freely?: boolean
  /** Nothing that is booked counts: what the rules alone allow. */
  empty?: boolean
}

/** The times of an event on days of its own clock, both included, in one statement. Undefined without such an event. */
export async function timesOn(
  ctx: Ctx,
  db: Db,
  eventId: number,
  from: string,
  to: string,
  asking: Asking = {},
): Promise<Available | undefined> {
  const row = await db.one<Read>(read(ctx, eventId, dayAfter(from, -AROUND), dayAfter(to, AROUND)))
  if (!row) return undefined
  const business = ctx.kernel.settings.of(basic).time_zone
  const event: Bookable = { ...row, zone: row.zone ?? business, ...(asking.freely ? { notice: 0, advance: 3_650 } : {}) }
  const lanes: Lane[] = row.lanes.map(({ resource_id, zone, hours, exceptions }) => ({
    resource_id,
    plan: { hours: hours.length > 0 ? hours : always, exceptions, zone: zone ?? event.zone },
  }))
  const sessions = (asking.empty ? [] : row.sessions).map(({ from: starts, to: ends, ...session }): Session => ({
    ...session,
    busy: { from: starts, to: ends },
  }))
  return { event, slots: timesOf(event, row.needs ? lanes : [nobody], sessions, { from, to, now: row.now }) }
}
