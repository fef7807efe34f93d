import { sql, type Sql, type Tx } from 'stoa'
import { enqueueOffers } from './waiting/job.ts'
import type { Bookable, Slot } from '../domain/times.ts'
import { bookingSession } from '../resources/session.ts'

/** A time of an event with resource and capacity. Times in milliseconds. */
export interface Place {
  event: Bookable
  slot: Pick<Slot, 'starts' | 'ends'>
  resource_id: number | null
}

/**
 * Schedule key of what has one session at a time: a resource, or for an appointment without one its event. Null:
 * sessions may overlap.
 */
const getScheduleKey = ({ event, resource_id }: Pick<Place, 'event' | 'resource_id'>): number | null =>
  resource_id ?? (event.kind === 'appointment' ? -event.id : null)

const at = (moment: number) => new Date(moment).toISOString()
const MINUTE = 60_000

/**
 * Locks `keys`, which are sorted, and the event's schedules until the transaction ends, so that later reads are
 * current. Schedules are locked in one order to avoid deadlocks. Events without resources need no lock; their places
 * are counted.
 */
export async function lockSchedules(tx: Tx, eventId: number, keys: readonly string[] = []): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(k.key, 0)) from (
    select key, 0 as lane, n from unnest(${[...keys]}::text[]) with ordinality x(key, n)
    union all
    select 'booking lane ' || l.lane, l.lane, null from event e left join event_booking_resource r on r.event_id = e.id
      cross join lateral (select coalesce(r.booking_resource_id, -e.id) as lane) l
      where e.id = ${eventId} and (r.booking_resource_id is not null or e.kind = 'appointment')
    order by n, lane) k`)
}

/**
 * SQL: takes places at a time if enough are left: counts, writes and returns the session `id`. No row if too few are
 * left or another session overlaps. The schedule must be locked.
 */
export function takePlacesSql(tx: Tx, place: Place, quantity: number): Sql {
  const { event, slot, resource_id } = place
  const schedule = getScheduleKey(place)
  const busy = sql`tstzrange(${at(slot.starts - event.before * MINUTE)}, ${at(slot.ends + event.after * MINUTE)})`
  const session = tx.insertSql(
    bookingSession,
    {
      event_id: event.id,
      resource_id,
      lane: schedule,
      starts_at: at(slot.starts),
      ends_at: at(slot.ends),
      busy,
      capacity: event.capacity,
      taken: quantity,
    },
    sql`(select) free where ${quantity}::int <= ${event.capacity}::int and not exists (select 1 from booking_session o where o.lane = ${schedule}::bigint and o.taken > 0
        and o.busy && ${busy} and (o.event_id, o.starts_at) <> (${event.id}::bigint, ${at(slot.starts)}::timestamptz))`,
  )
  return sql`${session}
      on conflict on constraint booking_session_once do update set taken = booking_session.taken + excluded.taken, updated_at = now(),
        ends_at = case when booking_session.taken = 0 then excluded.ends_at else booking_session.ends_at end,
        busy = case when booking_session.taken = 0 then excluded.busy else booking_session.busy end
      where booking_session.taken + excluded.taken <= booking_session.capacity
      returning booking_session.id`
}

/** Takes places at a time; see `takePlacesSql`. @returns the session, or undefined if too few are left */
export async function takePlaces(tx: Tx, place: Place, quantity: number): Promise<number | undefined> {
  return (await tx.one<{ id: number }>(takePlacesSql(tx, place, quantity), 'booking.take'))?.id
}

/** Takes places at an existing session, for a booking that lost them. @returns false if too few are left */
export async function retakePlaces(tx: Tx, sessionId: number, quantity: number): Promise<boolean> {
  const schedule = await tx.one<{ lane: number | null }>(sql`select lane from booking_session where id = ${sessionId}`)
  if (schedule?.lane !== null)
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('booking lane ' || ${schedule?.lane ?? 0}::bigint, 0))`)
  tx.invalidate('booking_session')
  const updatedCount = await tx.run(sql`update booking_session s set taken = s.taken + ${quantity}, updated_at = now()
    where s.id = ${sessionId} and s.taken + ${quantity} <= s.capacity and not exists (select 1 from booking_session o
      where o.lane = s.lane and o.id <> s.id and o.taken > 0 and o.busy && s.busy)`)
  return updatedCount === 1
}

/** Releases places. The caller sets the booking to a status without places in the same transaction. */
export async function freePlaces(tx: Tx, sessionId: number, quantity: number): Promise<void> {
  tx.invalidate('booking_session')
  await tx.run(sql`update booking_session set taken = taken - ${quantity}, updated_at = now() where id = ${sessionId}`)
  await enqueueOffers(tx, sessionId)
}

/** Locks sessions in id order: the one the booking leaves, and the target if it exists. */
export const lockSessions = (tx: Tx, leaves: number, goes: { event: number; starts: number }): Promise<unknown> =>
  tx.run(sql`select 1 from booking_session where id = ${leaves} or (event_id = ${goes.event} and starts_at = ${at(goes.starts)}::timestamptz)
    order by id for update`)
