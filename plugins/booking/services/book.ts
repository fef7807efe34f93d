import { randomInt } from 'node:crypto'
import { type Ctx, Failed, invalid, NOT_FOUND, sql, text, type Tx } from '#core'
import { nextNumber } from '../../documents/index.ts'
import type { JudgedAnswers } from '../../forms/index.ts'
import { FULL, NO_TIME } from '../errors.ts'
import { timesOn } from './availability.ts'
import { limitHolds, requireOnlyOne, type SamePerson, type VisitorMarks } from './limits.ts'
import { type AnsweredDraft, holdAnswers, type PhoneInput, requirePhone, storeHeldAnswers } from './questions.ts'
import { lockLanes, type Place, takePlaces } from './seats.ts'

/** What somebody wants: so many places at a time of an event, by the event's own clock. */
export interface Asked {
  event_id: number
  date: string
  /** "09:30"; nothing for events that are booked by the day. */
  time: string
  quantity: number
}

/** What is kept of an event's rules for whoever books it. */
export interface EventRow {
  id: number
  url: string
  title: string
  kind: string
  visible: boolean
  price: number
  hold: number
  needs_approval: boolean
  max_quantity: number
  ask_phone: string
  /** It needs something that can only be at one thing at a time. */
  laned: boolean
}

export interface Held {
  id: number
  number: string
  hold_key: number
  event: EventRow
  starts: number
  ends: number
  /** Until when it is held. */
  expires_at: string
}

/** An event as it is booked. @throws Failed NOT_FOUND; to visitors also for one that is not shown */
export async function eventRow(tx: Pick<Tx, 'one'>, ctx: Ctx, id: number): Promise<EventRow> {
  const row =
    await tx.one<EventRow>(sql`select e.id, e.url, coalesce(e.title->>${ctx.language}, e.title->>${ctx.main}, '') as title, e.kind,
      e.visibled and coalesce(c.visibled, true) as visible, e.price_minor as price, e.hold, e.needs_approval, e.max_quantity, e.ask_phone,
      e.kind = 'appointment' or exists (select 1 from event_booking_resource r where r.event_id = e.id) as laned
    from event e left join event_category c on c.id = e.category_id where e.id = ${id}`)
  if (!row || (!row.visible && ctx.actor.kind !== 'admin' && ctx.actor.kind !== 'system')) throw new Failed(NOT_FOUND)
  return row
}

/** Staff may write down what begins in a moment, and what lies further ahead than visitors see. */
const byStaff = (ctx: Ctx) => ctx.actor.kind === 'admin'

/**
 * Takes places at a time that the event offers at this moment, in the transaction.
 * @throws Failed NO_TIME, FULL
 */
export async function take(tx: Tx, ctx: Ctx, asked: Asked): Promise<{ place: Place; session: number; event: EventRow }> {
  const event = await eventRow(tx, ctx, asked.event_id)
  if (event.laned) await lockLanes(tx, event.id)
  const found = await timesOn(ctx, tx, event.id, asked.date, asked.date, {
    freely: byStaff(ctx),
    ...(event.kind !== 'day' && asked.time !== '' && { time: asked.time }),
  })
  const slot = found?.slots.find(({ day, time }) => day === asked.date && (event.kind === 'day' || time === asked.time))
  if (!found || !slot) throw new Failed(NO_TIME)
  for (const { resource_id, left } of slot.choices) {
    if (left < asked.quantity) continue
    const place = { event: found.event, slot, resource_id }
    const session = await takePlaces(tx, place, asked.quantity)
    if (session !== undefined) return { place, session, event }
  }
  const left = slot.left >= asked.quantity ? 0 : slot.left
  throw new Failed(FULL, [left === 0 ? text('booking:error.full') : text('booking:error.only_left', { count: left })])
}

/** Keys of what carts hold: too many to guess, and small enough for every program. */
const newKey = () => randomInt(2 ** 46, 2 ** 48 - 1)

/** What is known of a booking when its places are held. */
export interface HeldDetails extends PhoneInput {
  answers: JudgedAnswers | null
  source: 'store' | 'admin'
  /** Null for whoever is not limited. */
  marks: VisitorMarks | null
}

const noDetails: HeldDetails = { country_code: null, phone: null, answers: null, source: 'store', marks: null }

/**
 * Holds places for a while: a draft, which whoever has its key can order or ask for.
 * @throws Failed NO_TIME, FULL; INVALID for more than one booking may have, and for a phone that is lacking
 */
export async function holdPlaces(tx: Tx, ctx: Ctx, asked: Asked, details: HeldDetails = noDetails): Promise<Held> {
  const { answers, source, phone, marks } = details
  const country_code = phone === null ? null : details.country_code
  await limitHolds(tx, ctx, marks, asked.quantity)
  const { place, session, event } = await take(tx, ctx, asked)
  await requirePhone(tx, ctx, event.ask_phone, details)
  if (asked.quantity > event.max_quantity && !byStaff(ctx))
    throw invalid({ quantity: text('booking:error.max_quantity', { count: event.max_quantity }) })
  const number = await nextNumber(tx, 'BK', 'booking_number_seq')
  const { starts, ends } = place.slot
  tx.touch('booking')
  const row = await tx.one<{ id: number; hold_key: number; expires_at: string }>(sql`
    insert into booking (number, event_id, session_id, starts_at, ends_at, zone, quantity, language, source, price_minor, hold_key, hold_expires_at,
      country_code, phone, held_from, held_by, created_by)
    values (${number}, ${event.id}, ${session}, ${new Date(starts).toISOString()}, ${new Date(ends).toISOString()}, ${place.event.zone}, ${asked.quantity},
      ${ctx.language}, ${source}, ${event.price}, ${newKey()}, now() + make_interval(mins => ${event.hold}),
      ${country_code}, ${phone}, ${marks?.network ?? null}, ${marks?.browser ?? null}, ${ctx.actor.kind === 'admin' ? ctx.actor.id : null})
    returning id, hold_key, hold_expires_at as expires_at`)
  if (!row) throw new Failed(NOT_FOUND)
  await holdAnswers(tx, row.id, answers)
  return { id: row.id, number, hold_key: row.hold_key, event, starts, ends, expires_at: row.expires_at }
}

/** Who a booking is for. */
export interface Booker {
  customer_id: number | null
  person_id: number | null
  email: string
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
}

/** Writes whom a draft is for, and asks for it: nothing more has to be paid, or its order says when. */
export async function ask(
  tx: Tx,
  ctx: Ctx,
  id: number,
  who: Booker,
  more: { comment?: string; order?: { id: number; number: string; line: number }; isAddressProven?: boolean } = {},
): Promise<void> {
  const { order, comment = '' } = more
  const draft = await tx.one<
    Omit<AnsweredDraft, 'isAddressProven'> & SamePerson & { alone: boolean }
  >(sql`update booking set customer_id = ${who.customer_id}, person_id = ${who.person_id}, email = ${who.email.trim().toLowerCase()},
      first_name = ${who.first_name}, last_name = ${who.last_name},
      country_code = case when ${who.phone}::text is null then country_code else ${who.country_code} end, phone = coalesce(${who.phone}, phone),
      order_id = ${order?.id ?? null}, order_number = ${order?.number ?? null}, order_line_id = ${order?.line ?? null},
      comment = case when ${comment} = '' then comment else ${comment} end, hold_expires_at = null, asked_at = now(), updated_at = now()
    where id = ${id} returning held_answers, held_by as browser, customer_id, person_id, email, first_name, last_name, language, session_id,
      source <> 'admin' and (select e.one_per_person from event e where e.id = event_id) as alone`)
  if (draft?.alone) await requireOnlyOne(tx, id, draft, more.isAddressProven)
  if (draft) await storeHeldAnswers(tx, ctx, id, { ...draft, isAddressProven: more.isAddressProven ?? false })
  await ctx.kernel.resources.moveIn(tx, ctx, 'booking', id, 'ask')
}

/** What is asked for and needs neither money nor anybody's yes is approved at once. */
export async function approveFreely(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  await ctx.kernel.resources.moveIn(tx, ctx, 'booking', id, 'approve')
}
