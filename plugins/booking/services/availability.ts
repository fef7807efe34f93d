import { basic, type Ctx, type Db, sql, type Sql, prepareStatement } from 'stoa'
import { millis } from './clock.ts'
import { dayAfter } from '../domain/clock.ts'
import type { Plan } from '../domain/ranges.ts'
import { type Bookable, type ResourceSchedule, type Session, type Slot, listTimes } from '../domain/times.ts'

/** Result row of the query for an event: its rules, its resources, and the sessions around the requested days. */
export interface EventTimes extends Omit<Bookable, 'zone'> {
  zone: string | null
  /** Time of the database server, so that all processes use one clock. */
  now: number
  /** It needs resources, whether they are available or not. */
  needs: boolean
  lanes: (Plan & { resource_id: number; zone: string | null })[]
  /** Tuples with short types, since a month may have thousands. */
  sessions: [event: number, resource: number | null, starts: number, from: number, to: number, taken: number, capacity: number][]
}

/** Days read around the requested range: sessions overnight, and resources in other time zones. */
const AROUND = 3
/** Days of the longest event with its buffers: a session that started that long ago may still run. */
const LONGEST = 15

/** SQL: opening hours of an event or a resource. Exceptions are read for the requested days and their neighbours. */
function planSql(owner: 'event' | 'booking_resource', { since, until }: Reach): { hours: Sql; exceptions: Sql } {
  const [hours, exceptions] =
    owner === 'event'
      ? [sql`event_hours h where h.event_id = e.id`, sql`event_exception x where x.event_id = e.id`]
      : [
          sql`booking_resource_hours h where h.booking_resource_id = r.id`,
          sql`booking_resource_exception x where x.booking_resource_id = r.id`,
        ]
  return {
    hours: sql`coalesce((select json_agg(json_build_object('weekdays', h.weekdays, 'starts', to_char(h.starts, 'HH24:MI'),
      'ends', to_char(h.ends, 'HH24:MI'), 'since', h.since, 'until', h.until) order by h.id) from ${hours}), '[]')`,
    exceptions: sql`coalesce((select json_agg(json_build_object('day', x.day, 'closed', x.closed, 'starts', to_char(x.starts, 'HH24:MI'),
      'ends', to_char(x.ends, 'HH24:MI')) order by x.id) from ${exceptions} and x.day >= ${since}::date and x.day < ${until}::date + ${LONGEST}::int), '[]')`,
  }
}

/** Range of days, inclusive, optionally limited to one start time. */
interface Days {
  from: string
  to: string
  time: string | null
}

/** Half-open range of days: the requested ones, and those that may overlap with them. */
interface Reach {
  since: string
  until: string
}

/**
 * SQL: the relevant sessions. Appointments and events with resources can conflict with sessions of other days and
 * events. Other events only need sessions at their own times, with a margin of hours for daylight saving changes.
 * Sessions without bookings are left out, unless their capacity was changed.
 */
function sessionsSql(zone: string, { from, to, time }: Days, { since, until }: Reach): Sql {
  // Day events have no start time.
  const clock = sql`case when e.kind <> 'day' then ${time}::time end`
  const wall = (day: string, otherwise: Sql) =>
    sql`((${day}::date + coalesce(${clock}, ${otherwise})) at time zone coalesce(e.time_zone, ${zone}))`
  return sql`coalesce((select json_agg(json_build_array(s.event_id, s.resource_id, ${millis(sql`s.starts_at`)},
      ${millis(sql`lower(s.busy)`)}, ${millis(sql`upper(s.busy)`)}, s.taken, s.capacity))
    from booking_session s cross join lateral (select e.kind = 'appointment' or exists (select 1 from event_booking_resource l where l.event_id = e.id) as laned) x
      cross join lateral (select
        case when x.laned then ${since}::date - ${LONGEST}::int else ${wall(from, sql`'00:00'`)} - interval '3 hours' end as first,
        case when x.laned then ${until}::date + ${LONGEST}::int else ${wall(to, sql`'24:00'`)} + interval '3 hours' end as last) w
    where s.starts_at >= w.first and s.starts_at < w.last and (s.taken > 0 or s.capacity <> e.capacity)
      and (s.event_id = e.id or (s.taken > 0 and s.lane in (select l.booking_resource_id from event_booking_resource l where l.event_id = e.id)))), '[]')`
}

/** SQL: the row of `EventTimes` for an event and a range of days, inclusive; with `time` only that start time has to be correct. */
function readSql(event: number, zone: string, from: string, to: string, time: string | null, since: string, until: string): Sql {
  const reach = { since, until }
  const eventPlan = planSql('event', reach)
  const others = planSql('booking_resource', reach)
  return sql`
    select ${millis(sql`now()`)} as now, e.id, e.kind, e.time_zone as zone, e.duration, e.slot_interval as interval, e.capacity, e.notice, e.advance_days as advance,
      e.buffer_before as before, e.buffer_after as after,
      exists (select 1 from event_booking_resource l where l.event_id = e.id) as needs, ${eventPlan.hours} as hours, ${eventPlan.exceptions} as exceptions,
      coalesce((select json_agg(json_build_object('resource_id', r.id, 'zone', r.time_zone, 'hours', ${others.hours}, 'exceptions', ${others.exceptions})
        order by l."order", r.id) from event_booking_resource l join booking_resource r on r.id = l.booking_resource_id and r.enabled
        where l.event_id = e.id), '[]') as lanes,
      ${sessionsSql(zone, { from, to, time }, reach)} as sessions
    from event e where e.id = ${event}`
}

type ReadParameters = Parameters<typeof readSql>

const read = prepareStatement('booking.times', (_, ...parameters: ReadParameters) => readSql(...parameters))

const readParameters = (ctx: Ctx, eventId: number, from: string, to: string, time?: string): ReadParameters => {
  const business = ctx.kernel.settings.of(basic).time_zone
  return [eventId, business, from, to, time ?? null, dayAfter(from, -AROUND), dayAfter(to, AROUND)]
}

/** SQL: the times of an event on a day, optionally at `time`, as part of another statement. `computeTimes` converts the row. */
export const timesOnDaySql = (ctx: Ctx, eventId: number, day: string, time?: string): Sql =>
  readSql(...readParameters(ctx, eventId, day, day, time))

/** Opening hours of a resource without own hours: always available. */
const always: Plan['hours'] = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], starts: '00:00', ends: '00:00', since: null, until: null }]

const NO_RESOURCE: ResourceSchedule = { resource_id: null, plan: null }

/** An event with its times on some days. */
export interface AvailableTimes {
  event: Bookable
  slots: Slot[]
}

/** Differences from a visitor's query. */
export interface TimesOptions {
  /** Ignores minimum notice and booking horizon. */
  freely?: boolean
  /** Only this start time has to be correct. */
  time?: string
  /** Ignores sessions: returns what the rules alone allow. */
  empty?: boolean
}

/** Times of an event on a range of days in its own time zone, inclusive, in one statement. Undefined if there is no such event. */
export async function findTimesOn(
  ctx: Ctx,
  db: Db,
  eventId: number,
  from: string,
  to: string,
  asking: TimesOptions = {},
): Promise<AvailableTimes | undefined> {
  const row = await db.one<EventTimes>(read(ctx, ...readParameters(ctx, eventId, from, to, asking.time)))
  return row && computeTimes(ctx, row, { from, to }, asking)
}

/** Computes the times from the row of an event. */
export function computeTimes(ctx: Ctx, row: EventTimes, days: { from: string; to: string }, asking: TimesOptions = {}): AvailableTimes {
  const zone = row.zone ?? ctx.kernel.settings.of(basic).time_zone
  const event: Bookable = { ...row, zone, ...(asking.freely ? { notice: 0, advance: 3_650 } : {}) }
  const schedules: ResourceSchedule[] = row.lanes.map(({ resource_id, zone, hours, exceptions }) => ({
    resource_id,
    plan: { hours: hours.length > 0 ? hours : always, exceptions, zone: zone ?? event.zone },
  }))
  const sessions = (asking.empty ? [] : row.sessions).map(([event_id, resource_id, starts, begins, over, taken, capacity]): Session => ({
    event_id,
    resource_id,
    starts,
    taken,
    capacity,
    busy: { from: begins, to: over },
  }))
  return { event, slots: listTimes(event, row.needs ? schedules : [NO_RESOURCE], sessions, { ...days, now: row.now }) }
}
