import { basic, type Ctx, AppError, NOT_FOUND, type OpenLimit, openLimits, sql, message, type Tx } from 'stoa'
import { numberFrom, type NumberParts, numberSql } from 'stoa/plugins/documents'
import type { Bookable, Slot } from '../domain/times.ts'
import { FULL, NO_TIME } from '../errors.ts'
import { type EventTimes, computeTimes, timesOnDaySql } from './availability.ts'
import { lockSchedules, type Place } from './seats.ts'

/** What somebody wants: so many places at a time of an event, by the event's own clock. */
export interface BookingRequest {
  event_id: number
  date: string
  /** "09:30"; nothing for events that are booked by the day. */
  time: string
  quantity: number
}

/** The rules of an event for whoever books it. */
export interface EventRow {
  id: number
  /** In the main language. */
  title: string
  visible: boolean
  price: number
  hold: number
  needs_approval: boolean
  max_quantity: number
  ask_phone: string
  one_per_person: boolean
}

/** Places at a time that an event offers, and what a booking of them is known by before it is written. */
export interface FoundPlaces {
  event: EventRow
  bookable: Bookable
  slot: Slot
  quantity: number
  id: number
  number: string
}

type Row = EventRow & EventTimes & NumberParts & { new_id: number; counts: number[] }

/** Staff may write down what begins in a moment, and what lies further ahead than visitors see. */
export const isByStaff = (ctx: Ctx): boolean => ctx.actor.kind === 'admin'

/**
 * Finds places at a time that an event offers at this moment, by two statements: one locks the parties of limits and what the event needs, one
 * reads the event with its times, what the limits count, and the next id and number of a booking.
 * @throws Failed TOO_MANY; NOT_FOUND, to visitors also for an event that is not shown; NO_TIME, FULL
 */
export async function findPlaces(tx: Tx, ctx: Ctx, asked: BookingRequest, limits: readonly OpenLimit[] = []): Promise<FoundPlaces> {
  const { keys, counts, check } = openLimits(limits)
  await lockSchedules(tx, asked.event_id, keys)
  const time = asked.time === '' ? undefined : asked.time
  const row = await tx.one<Row>(sql`select x.*, coalesce(e.title->>${ctx.mainLanguage}, e.url) as title,
      e.visibled and coalesce(c.visibled, true) as visible, e.price_minor as price, e.hold, e.needs_approval, e.max_quantity, e.ask_phone,
      e.one_per_person, ${counts} as counts, nextval('booking_id_seq') as new_id,
      ${numberSql('booking_number_seq', ctx.kernel.settings.of(basic).time_zone)}
    from (${timesOnDaySql(ctx, asked.event_id, asked.date, time)}) x
      join event e on e.id = x.id left join event_category c on c.id = e.category_id`)
  check(row?.counts ?? [])
  if (!row || (!row.visible && ctx.actor.kind !== 'admin' && ctx.actor.kind !== 'system')) throw new AppError(NOT_FOUND)
  const { event, slots } = computeTimes(ctx, row, { from: asked.date, to: asked.date }, { freely: isByStaff(ctx) })
  const slot = slots.find(({ day, time }) => day === asked.date && (event.kind === 'day' || time === asked.time))
  if (!slot) throw new AppError(NO_TIME)
  if (slot.left < asked.quantity) throw full(slot.left)
  return { event: row, bookable: event, slot, quantity: asked.quantity, id: row.new_id, number: numberFrom('BK', row) }
}

const full = (left: number) =>
  new AppError(FULL, [left === 0 ? message('booking:error.full') : message('booking:error.only_left', { count: left })])

/**
 * Takes places that were found by the first choice that still has them: `take` answers undefined where somebody else was faster.
 * @throws Failed FULL
 */
export async function takeFirstFree<T>(
  { bookable, slot, quantity }: FoundPlaces,
  take: (place: Place) => Promise<T | undefined>,
): Promise<T> {
  for (const { resource_id, left } of slot.choices) {
    const result = left < quantity ? undefined : await take({ event: bookable, slot, resource_id })
    if (result !== undefined) return result
  }
  throw full(0)
}
