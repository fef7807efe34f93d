import { type Ctx, AppError, formatMoney, NOT_FOUND, sql, systemCtx, type Tx } from 'stoa'
import { FORMS, type JudgedAnswers } from 'stoa/plugins/forms'
import { HOLD_OVER } from '../../errors.ts'
import type { WaitClaim, WaitView } from '../../waiting-list-api-types.ts'
import { createToken } from '../access.ts'
import { requestBooking } from '../book.ts'
import { holdAnswers, judgeAnswers, type PhoneInput, type QuestionInput, requirePhone } from '../questions.ts'
import { zoneSql } from '../clock.ts'
import { bookingTransitions } from '../../domain/statuses.ts'
import { bookingWaitlist } from '../../resources/waitlist.ts'
import type { BookingRow } from '../../resources/booking-columns.ts'

interface Row
  extends
    Pick<WaitView, 'starts_at' | 'ends_at' | 'quantity' | 'expires_at' | 'ask_phone'>,
    Pick<WaitView['event'], 'title' | 'url' | 'kind'> {
  id: number
  status: string
  zone: string
  price: number
  form_id: number | null
}

/** A waiting list entry for the holder of its link. */
export async function waitView(ctx: Ctx, id: number): Promise<WaitView> {
  const row = await ctx.kernel.db
    .one<Row>(sql`select w.id, w.status, coalesce(e.title->>${ctx.language}, e.title->>${ctx.mainLanguage}, e.url) as title,
      e.url, e.kind, ${zoneSql(ctx, sql`s.id`)} as zone, s.starts_at, s.ends_at, w.quantity, e.price_minor as price, w.expires_at, e.form_id, e.ask_phone
    from booking_waitlist w join booking_session s on s.id = w.session_id join event e on e.id = s.event_id
    where w.id = ${id}`)
  if (!row) throw new AppError(NOT_FOUND)
  const iso = (at: string) => new Date(at).toISOString()
  const over = row.status === 'processing' && row.expires_at !== null && Date.parse(row.expires_at) <= Date.now()
  return {
    status: over ? 'canceled' : (row.status as WaitView['status']),
    event: { title: row.title, url: row.url, kind: row.kind },
    timezone: row.zone,
    starts_at: iso(row.starts_at),
    ends_at: iso(row.ends_at),
    quantity: row.quantity,
    price: formatMoney(row.price),
    expires_at: row.expires_at === null ? null : iso(row.expires_at),
    form: row.form_id === null ? null : ((await ctx.kernel.find(FORMS)?.viewQuestions(ctx, row.form_id)) ?? null),
    ask_phone: row.ask_phone,
  }
}

interface Offered extends Pick<
  BookingRow,
  'id' | 'number' | 'quantity' | 'customer_id' | 'person_id' | 'email' | 'first_name' | 'last_name'
> {
  booking: number
  hold_key: number
  expires_at: string
  price: number
  needs_approval: boolean
  ask_phone: string
}

/** Validates the answers given with an acceptance; not again if it was accepted before. */
async function judgeClaim(ctx: Ctx, id: number, input: QuestionInput): Promise<JudgedAnswers | null> {
  const open = await ctx.kernel.db.one<{ event_id: number }>(
    sql`select event_id from booking_waitlist where id = ${id} and status = 'processing' and expires_at > now()`,
  )
  return open ? judgeAnswers(ctx, open.event_id, input) : null
}

/**
 * Accepts an offer: books free places, or returns the cart item to pay for. Idempotent.
 * @throws AppError HOLD_OVER
 */
export async function claimOffer(ctx: Ctx, id: number, input: QuestionInput & PhoneInput): Promise<WaitClaim> {
  const { kernel } = ctx
  const judged = await judgeClaim(ctx, id, input)
  return kernel.transaction(async (tx: Tx) => {
    const row = await tx.one<Offered>(sql`select w.id, b.id as booking, b.number, b.hold_key, b.hold_expires_at as expires_at, b.quantity,
        b.price_minor as price, e.needs_approval, e.ask_phone, w.customer_id, w.person_id, w.email, w.first_name, w.last_name
      from booking_waitlist w join booking b on b.id = w.booking_id join event e on e.id = b.event_id
      where w.id = ${id} and ((w.status = 'processing' and b.status = 'draft' and b.hold_expires_at > now())
        or (w.status = 'completed' and b.asked_at is not null)) for update of b, w`)
    if (!row) throw new AppError(HOLD_OVER)
    const done = { number: row.number, token: createToken(ctx, row.number) }
    const existingRequest = await tx.one(sql`select 1 from booking where id = ${row.booking} and asked_at is not null`)
    if (existingRequest) return { booked: done, hold: null }
    const { country_code, phone } = input
    await requirePhone(tx, ctx, row.ask_phone, { country_code, phone })
    await holdAnswers(tx, row.booking, judged)
    if (phone !== null) await tx.run(sql`update booking set phone = ${phone}, country_code = ${country_code} where id = ${row.booking}`)
    if (row.price > 0)
      return {
        booked: null,
        hold: { kind: 'seat', subject_id: row.hold_key, quantity: row.quantity, expires_at: new Date(row.expires_at).toISOString() },
      }
    const { customer_id, person_id, email, first_name, last_name } = row
    const booker = { customer_id, person_id, email, first_name, last_name, country_code, phone }
    // The address is verified, since the offer was e-mailed.
    await requestBooking(tx, ctx, row.booking, booker, { isAddressProven: true })
    if (!row.needs_approval)
      await kernel.resources.transitionIn(tx, systemCtx(kernel, 'booking', ctx.language), bookingTransitions, row.booking, 'approve')
    return { booked: done, hold: null }
  })
}

/** A requested booking may have been an offer: marks its waiting list entry as fulfilled. */
export async function afterOfferAccepted(tx: Tx, ctx: Ctx, booking: number): Promise<void> {
  const row = await tx.one<{ id: number }>(
    sql`select id from booking_waitlist where booking_id = ${booking} and status = 'processing' for update`,
  )
  if (row) await ctx.kernel.resources.transitionIn(tx, ctx, bookingWaitlist, row.id, 'take')
}
