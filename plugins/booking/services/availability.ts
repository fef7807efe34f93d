import { basic, type Ctx, type Db, sql, type Sql, prepareStatement } from 'stoa'
import { millis } from './clock.ts'
import { dayAfter } from '../domain/clock.ts'
import type { Plan } from '../domain/ranges.ts'
import { type Bookable, type ResourceSchedule, type Session, type Slot, listTimes } from '../domain/times.ts'

/** What one statement reads of an event: its rules, what it needs, and what is booked around the days that are asked about. */
export interface EventTimes extends Omit<Bookable, 'zone'> {
  zone: string | null
  /** By the clock of the database: all processes go by one. */
  now: number
  /** It needs somebody or something, there or not. */
  needs: boolean
  lanes: (Plan & { resource_id: number; zone: string | null })[]
  /** As few letters as can be: a month may have thousands. */
  sessions: [event: number, resource: number | null, starts: number, from: number, to: number, taken: number, capacity: number][]
}

/** Days around the question: nights last into it, and clocks of resources may be of another zone. */
const AROUND = 3
/** Days the longest event takes, with what is kept free around it: so far back something may have begun that still goes on. */
const LONGEST = 15

/** Whose hours: the event's, or those of what it needs. Exceptions are read for the days of the question and those beside them. */
function planSql(of: 'event' | 'booking_resource', { since, until }: Reach): { hours: Sql; exceptions: Sql } {
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
      'ends', to_char(x.ends, 'HH24:MI')) order by x.id) from ${exceptions} and x.day >= ${since}::date and x.day < ${until}::date + ${LONGEST}::int), '[]')`,
  }
}

/** Days, both included, and of them only what begins at a time of the clock. */
interface Days {
  from: string
  to: string
  time: string | null
}

/** From the first day to before the last: those of the question, and what may reach into them. */
interface Reach {
  since: string
  until: string
}

/**
 * Which sessions have a say. What needs nothing that can be elsewhere is asked only of its own times: hours on either side make good for days
 * whose clock is changed. What is as free as one nobody booked says nothing.
 */
function sessionsSql(zone: string, { from, to, time }: Days, { since, until }: Reach): Sql {
  // Days are booked whole.
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

/** The one row of `EventTimes` for an event and days, both included; with a time of the clock only what begins then has to be right. */
function readSql(event: number, zone: string, from: string, to: string, time: string | null, since: string, until: string): Sql {
  const reach = { since, until }
  const own = planSql('event', reach)
  const others = planSql('booking_resource', reach)
  return sql`
    select ${millis(sql`now()`)} as now, e.id, e.kind, e.time_zone as zone, e.duration, e.slot_interval as interval, e.capacity, e.notice, e.advance_days as advance,
      e.buffer_before as before, e.buffer_after as after,
      exists (select 1 from event_booking_resource l where l.event_id = e.id) as needs, ${own.hours} as hours, ${own.exceptions} as exceptions,
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

/** The times of an event on a day, of them those of `time`, as part of another statement. `timesFrom` makes times of the row. */
export const timesOnDaySql = (ctx: Ctx, eventId: number, day: string, time?: string): Sql =>
  readSql(...readParameters(ctx, eventId, day, day, time))

/** Hours of what has none of its own: it can be had at any time. */
const always: Plan['hours'] = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], starts: '00:00', ends: '00:00', since: null, until: null }]

const NO_RESOURCE: ResourceSchedule = { resource_id: null, plan: null }

/** An event with its times on some days. */
export interface AvailableTimes {
  event: Bookable
  slots: Slot[]
}

/** How a question differs from that of a visitor. */
export interface TimesOptions {
  /** Neither notice nor how far ahead counts. */
  freely?: boolean
  /** Only what begins at this time of the clock has to be right. */
  time?: string
  /** Nothing that is booked counts: what the rules alone allow. */
  empty?: boolean
}

/** The times of an event on days of its own clock, both included, in one statement. Undefined without such an event. */
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

/** The times that follow from what was read of an event. */
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
