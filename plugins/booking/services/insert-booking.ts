import { randomInt } from 'node:crypto'
import { type Ctx, empty, type CompletedTransition, sql, type Tx } from 'stoa'
import type { JudgedAnswers } from 'stoa/plugins/forms'
import { TIMELINE } from 'stoa/plugins/people'
import type { FoundPlaces } from './find-places.ts'
import type { VisitorMarks } from './limits.ts'
import type { PhoneInput } from './questions.ts'
import { type Place, takePlacesSql } from './seats.ts'
import { toActivityEvent } from './timeline-source.ts'
import { bookingColumns, type BookingRow } from '../resources/booking-columns.ts'

/** The customer of a booking. */
export interface Booker extends Pick<BookingRow, 'customer_id' | 'person_id' | 'first_name' | 'last_name' | 'country_code' | 'phone'> {
  /** In lower case. */
  email: string
}

/** Data of a booking before the customer is known. */
export interface BookingDetails extends PhoneInput {
  answers: JudgedAnswers | null
  source: 'store' | 'admin'
  /** Null without limits. */
  marks: VisitorMarks | null
  comment: string
}

interface NewBooking {
  found: FoundPlaces
  place: Place
  details: BookingDetails
  /** The customer and the transitions that create the booking; without it, the booking is a draft that holds its places. */
  request?: { booker: Booker; made: readonly CompletedTransition[]; status: 'pending' | 'approved' }
}

interface InsertedBooking {
  session_id: number
  hold_key: number
  hold_expires_at: string | null
}

/** Random key of a hold: unguessable, and within the safe integer range. */
const newKey = () => randomInt(2 ** 46, 2 ** 48 - 1)

/**
 * Takes places and writes the booking in one statement: the session's count; the booking; for a request its history,
 * audit log and activity event; for an approved booking its seats.
 * @returns undefined, with nothing written, if too few places are left
 */
export async function insertBooking(tx: Tx, ctx: Ctx, b: NewBooking): Promise<InsertedBooking | undefined> {
  const { found, place, details, request } = b
  const { id, number, event, quantity } = found
  const { marks } = details
  const status = request?.status ?? 'draft'
  const row = tx.insertSql(
    bookingColumns,
    {
      id,
      number,
      event_id: event.id,
      session_id: sql`s.id`,
      starts_at: new Date(place.slot.starts).toISOString(),
      ends_at: new Date(place.slot.ends).toISOString(),
      zone: place.event.zone,
      quantity,
      status,
      language: ctx.language,
      source: details.source,
      price_minor: event.price,
      hold_key: newKey(),
      hold_expires_at: request ? null : sql`now() + make_interval(mins => ${event.hold})`,
      asked_at: request ? sql`now()` : null,
      ...customerColumns(details, request?.booker),
      comment: details.comment,
      held_answers: request ? null : details.answers,
      held_from: marks?.network ?? null,
      held_by: marks?.browser ?? null,
      created_by: ctx.actor.kind === 'admin' ? ctx.actor.id : null,
    },
    sql`s`,
  )
  return tx.one<InsertedBooking>(sql`with s as (${takePlacesSql(tx, place, quantity)}),
    b as (${row} returning id, session_id, hold_key, hold_expires_at)${request ? recordsSql(ctx, found, request) : empty}${
      status === 'approved'
        ? sql`, seats as (insert into booking_seat (booking_id, seat_no) select b.id, n from b, generate_series(1, ${quantity}::int) n)`
        : empty
    }
    select session_id, hold_key, hold_expires_at from b`)
}

/** Customer columns: the customer's data, with the entered phone number if none is stored. */
function customerColumns({ country_code, phone }: PhoneInput, booker?: Booker) {
  const typed = { country_code: phone === null ? null : country_code, phone }
  if (!booker) return { customer_id: null, person_id: null, email: '', first_name: '', last_name: '', ...typed }
  const { customer_id, person_id, email, first_name, last_name } = booker
  const number = booker.phone === null ? typed : { country_code: booker.country_code, phone: booker.phone }
  return { customer_id, person_id, email, first_name, last_name, ...number }
}

/** Records written with a requested booking. */
function recordsSql(ctx: Ctx, { id, number, event }: FoundPlaces, { booker, made }: NonNullable<NewBooking['request']>) {
  const { person_id } = booker
  const activityEvent = person_id === null ? undefined : toActivityEvent({ id, person_id, number, title: event.title }, 'booking.made')
  const timeline = activityEvent
    ? sql`, timeline as (${ctx.kernel.get(TIMELINE).recordSql({ ...activityEvent, actor: ctx.actor }, sql`b`)})`
    : empty
  return sql`, ${ctx.kernel.resources.statusStepsSql('booking', id, made, sql`b`)}${timeline}`
}
