import { basic, type Ctx, AppError, NOT_FOUND, type OpenLimit, openLimits, sql, message, type Tx } from 'stoa'
import { numberFrom, type NumberParts, numberSql } from 'stoa/plugins/documents'
import type { Bookable, Slot } from '../domain/times.ts'
import { FULL, NO_TIME } from '../errors.ts'
import { type EventTimes, computeTimes, timesOnDaySql } from './availability.ts'
import { lockSchedules, type Place } from './seats.ts'

/** A request: a number of places at a time of an event, in the event's time zone. */
export interface BookingRequest {
  event_id: number
  date: string
  /** "09:30"; empty for day events. */
  time: string
  quantity: number
}

/** Booking rules of an event. */
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

/** Available places at a time, with the identifiers of the booking to be written. */
export interface FoundPlaces {
  event: EventRow
  bookable: Bookable
  slot: Slot
  quantity: number
  id: number
  number: string
}

type Row = EventRow & EventTimes & NumberParts & { new_id: number; counts: number[] }

/** Staff may book without minimum notice and beyond the booking horizon. */
export const isByStaff = (ctx: Ctx): boolean => ctx.actor.kind === 'admin'

/**
 * Finds places at a currently offered time with two statements. The first locks the keys of the limits and the
 * event's resources. The second reads the event with its times, the counts of the limits, and the next booking id and
 * number.
 * @throws AppError TOO_MANY; NOT_FOUND, for visitors also if the event is hidden; NO_TIME, FULL
 */
export async function findPlaces(tx: Tx, ctx: Ctx, request: BookingRequest, limits: readonly OpenLimit[] = []): Promise<FoundPlaces> {
  const { keys, counts, check } = openLimits(limits)
  await lockSchedules(tx, request.event_id, keys)
  const time = request.time === '' ? undefined : request.time
  const row = await tx.one<Row>(sql`select x.*, coalesce(e.title->>${ctx.mainLanguage}, e.url) as title,
      e.visibled and coalesce(c.visibled, true) as visible, e.price_minor as price, e.hold, e.needs_approval, e.max_quantity, e.ask_phone,
      e.one_per_person, ${counts} as counts, nextval('booking_id_seq') as new_id,
      ${numberSql('booking_number_seq', ctx.kernel.settings.of(basic).time_zone)}
    from (${timesOnDaySql(ctx, request.event_id, request.date, time)}) x
      join event e on e.id = x.id left join event_category c on c.id = e.category_id`)
  check(row?.counts ?? [])
  if (!row || (!row.visible && ctx.actor.kind !== 'admin' && ctx.actor.kind !== 'system')) throw new AppError(NOT_FOUND)
  const { event, slots } = computeTimes(ctx, row, { from: request.date, to: request.date }, { freely: isByStaff(ctx) })
  const slot = slots.find(({ day, time }) => day === request.date && (event.kind === 'day' || time === request.time))
  if (!slot) throw new AppError(NO_TIME)
  if (slot.left < request.quantity) throw full(slot.left)
  return { event: row, bookable: event, slot, quantity: request.quantity, id: row.new_id, number: numberFrom('BK', row) }
}

const full = (left: number) =>
  new AppError(FULL, [left === 0 ? message('booking:error.full') : message('booking:error.only_left', { count: left })])

/**
 * Takes places with the first choice that still has them: `take` returns undefined if a concurrent request was
 * faster.
 * @throws AppError FULL
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
