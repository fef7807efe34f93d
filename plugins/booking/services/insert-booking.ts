import { randomInt } from 'node:crypto'
import { type Ctx, empty, type CompletedTransition, sql, type Tx } from 'stoa'
import type { JudgedAnswers } from 'stoa/plugins/forms'
import { TIMELINE } from 'stoa/plugins/people'
import type { FoundPlaces } from './find-places.ts'
import type { VisitorMarks } from './limits.ts'
import type { PhoneInput } from './questions.ts'
import { type Place, takePlacesSql } from './seats.ts'
import { toActivityEvent } from './timeline-source.ts'
import { bookingColumns } from '../resources/booking-columns.ts'

/** Who a booking is for. */
export interface Booker {
  customer_id: number | null
  person_id: number | null
  /** In lower case. */
  email: string
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
}

/** What is known of a booking before anybody is named. */
export interface BookingDetails extends PhoneInput {
  answers: JudgedAnswers | null
  source: 'store' | 'admin'
  /** Null for whoever is not limited. */
  marks: VisitorMarks | null
  comment: string
}

interface NewBooking {
  found: FoundPlaces
  place: Place
  details: BookingDetails
  /** Whom it is for, and the moves it is created by; a booking without is a draft that holds its places for a while. */
  asked?: { booker: Booker; made: readonly CompletedTransition[]; status: 'pending' | 'approved' }
}

interface InsertedBooking {
  session_id: number
  hold_key: number
  hold_expires_at: string | null
}

/** Keys of what carts hold: too many to guess, and small enough for every program. */
const newKey = () => randomInt(2 ** 46, 2 ** 48 - 1)

/**
 * Takes places and writes the booking that has them, in one statement: the count of the session; the booking; of one that was asked for the
 * lines of its history and audit log and of the timeline of its person; of an approved one its seats.
 * @returns undefined, with nothing written, when there are not so many places any more
 */
export async function insertBooking(tx: Tx, ctx: Ctx, b: NewBooking): Promise<InsertedBooking | undefined> {
  const { found, place, details, asked } = b
  const { id, number, event, quantity } = found
  const { marks } = details
  const status = asked?.status ?? 'draft'
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
      hold_expires_at: asked ? null : sql`now() + make_interval(mins => ${event.hold})`,
      asked_at: asked ? sql`now()` : null,
      ...customerColumns(details, asked?.booker),
      comment: details.comment,
      held_answers: asked ? null : details.answers,
      held_from: marks?.network ?? null,
      held_by: marks?.browser ?? null,
      created_by: ctx.actor.kind === 'admin' ? ctx.actor.id : null,
    },
    sql`s`,
  )
  return tx.one<InsertedBooking>(sql`with s as (${takePlacesSql(tx, place, quantity)}),
    b as (${row} returning id, session_id, hold_key, hold_expires_at)${asked ? recordsSql(ctx, found, asked) : empty}${
      status === 'approved'
        ? sql`, seats as (insert into booking_seat (booking_id, seat_no) select b.id, n from b, generate_series(1, ${quantity}::int) n)`
        : empty
    }
    select session_id, hold_key, hold_expires_at from b`)
}

/** Who a booking is for: the booker, with the number that was typed where none is known of them. */
function customerColumns({ country_code, phone }: PhoneInput, booker?: Booker) {
  const typed = { country_code: phone === null ? null : country_code, phone }
  if (!booker) return { customer_id: null, person_id: null, email: '', first_name: '', last_name: '', ...typed }
  const { customer_id, person_id, email, first_name, last_name } = booker
  const number = booker.phone === null ? typed : { country_code: booker.country_code, phone: booker.phone }
  return { customer_id, person_id, email, first_name, last_name, ...number }
}

/** What is recorded of a booking that was asked for. */
function recordsSql(ctx: Ctx, { id, number, event }: FoundPlaces, { booker, made }: NonNullable<NewBooking['asked']>) {
  const { person_id } = booker
  const told = person_id === null ? undefined : toActivityEvent({ id, person_id, number, title: event.title }, 'booking.made')
  const timeline = told ? sql`, timeline as (${ctx.kernel.get(TIMELINE).recordSql({ ...told, actor: ctx.actor }, sql`b`)})` : empty
  return sql`, ${ctx.kernel.resources.statusStepsSql('booking', id, made, sql`b`)}${timeline}`
}
