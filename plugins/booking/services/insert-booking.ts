import { randomInt } from 'node:crypto'
import { type Ctx, empty, sql, type StatusStep, type Tx } from '#core'
import type { JudgedAnswers } from '../../forms/index.ts'
import { TIMELINE } from '../../people/index.ts'
import type { FoundPlaces } from './find-places.ts'
import type { VisitorMarks } from './limits.ts'
import type { PhoneInput } from './questions.ts'
import { type Place, takePlacesSql } from './seats.ts'
import { happening } from './teller.ts'

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
  /** Whom it is for, and which steps it has taken; a booking without is a draft that holds its places for a while. */
  asked?: { booker: Booker; steps: readonly StatusStep[] }
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
  const status = asked?.steps.at(-1)?.to ?? 'draft'
  tx.touch('booking_session')
  tx.touch('booking')
  return tx.one<InsertedBooking>(sql`with s as (${takePlacesSql(place, quantity)}),
    b as (insert into booking (id, number, event_id, session_id, starts_at, ends_at, zone, quantity, status, language, source, price_minor, hold_key,
        hold_expires_at, asked_at, customer_id, person_id, email, first_name, last_name, country_code, phone, comment, held_answers,
        held_from, held_by, created_by) overriding system value
      select ${id}, ${number}, ${event.id}, s.id, ${new Date(place.slot.starts).toISOString()}, ${new Date(place.slot.ends).toISOString()},
        ${place.event.zone}, ${quantity}, ${status}, ${ctx.language}, ${details.source}, ${event.price}, ${newKey()},
        ${asked ? sql`null, now()` : sql`now() + make_interval(mins => ${event.hold}), null`}, ${customerColumns(details, asked?.booker)},
        ${details.comment}, ${asked ? null : details.answers && JSON.stringify(details.answers)}::jsonb,
        ${marks?.network ?? null}, ${marks?.browser ?? null}, ${ctx.actor.kind === 'admin' ? ctx.actor.id : null}
      from s returning id, session_id, hold_key, hold_expires_at)${asked ? recordsSql(ctx, found, asked) : empty}${
        status === 'approved'
          ? sql`, seats as (insert into booking_seat (booking_id, seat_no) select b.id, n from b, generate_series(1, ${quantity}::int) n)`
          : empty
      }
    select session_id, hold_key, hold_expires_at from b`)
}

/** Who a booking is for, from `customer_id` to `phone`. */
function customerColumns({ country_code, phone }: PhoneInput, booker?: Booker) {
  if (!booker) return sql`null, null, '', '', '', ${phone === null ? null : country_code}, ${phone}`
  const { customer_id, person_id, email, first_name, last_name } = booker
  const number = booker.phone === null ? { country_code: phone === null ? null : country_code, phone } : booker
  return sql`${customer_id}, ${person_id}, ${email}, ${first_name}, ${last_name}, ${number.country_code}, ${number.phone}`
}

/** What is recorded of a booking that was asked for. */
function recordsSql(ctx: Ctx, { id, number, event }: FoundPlaces, { booker, steps }: NonNullable<NewBooking['asked']>) {
  const { person_id } = booker
  const made = person_id === null ? undefined : happening({ id, person_id, number, title: event.title }, 'booking.made')
  const timeline = made ? sql`, timeline as (${ctx.kernel.get(TIMELINE).tellSql({ ...made, actor: ctx.actor }, sql`b`)})` : empty
  return sql`, ${ctx.kernel.resources.statusStepsSql('booking', id, steps, sql`b`)}${timeline}`
}
