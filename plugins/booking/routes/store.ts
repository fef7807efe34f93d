import { type Ctx, f, AppError, validationError, NOT_FOUND, route, sql, t, message, TOO_MANY, UNAUTHENTICATED, WRONG_STATE } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { follow, isPlain, pageAddress, readProblems } from 'stoa/plugins/forms'
import { CART_CHANGED, CHECKOUT_CLOSED, SIGN_IN_TO_BUY } from 'stoa/plugins/sales'
import { ALREADY_BOOKED, FULL, NO_TIME, TOO_LATE } from '../errors.ts'
import { findByOwner, findByToken } from '../services/access.ts'
import { holdPlaces } from '../services/book.ts'
import { cancelByShopper } from '../services/cancel.ts'
import { listCategories, readCategoryPage, listEventCards, readEventPage } from '../services/pages.ts'
import { readMonth } from '../services/month.ts'
import { bookPlaces } from '../services/request.ts'
import { rescheduleBooking } from '../services/reschedule.ts'
import { holdLimits, hashVisitor } from '../services/limits.ts'
import { judgeAnswers } from '../services/questions.ts'
import { limit } from './limit.ts'
import { bookingId, bookingReference, findReferenced, viewBooking } from './own-booking.ts'
import { phoneFields, questionFailures, questionFields } from './question-fields.ts'
import { readViews } from '../services/view.ts'
import {
  Booked,
  BookingResult,
  CategoryCard,
  CategoryPage,
  EventCard,
  EventPage,
  Hold,
  OwnBooking,
  OwnBookings,
  Times,
} from '../api-types.ts'

const url = f.text({ maxLength: 300 })
const eventPath = (address: string) => `/event/detail/${encodeURIComponent(address)}`
/** A store path in the reader's language. */
const shopPath = ({ language, mainLanguage }: Ctx, path: string) => `${language === mainLanguage ? '' : `/${language}`}${path}`
const preview = f.text({ maxLength: 300, default: '' })
const date = f.date()
const time = f.maybe(f.time())
const token = f.text({ maxLength: 300 })
const reason = f.text({ default: '', maxLength: 500 })
const event_id = f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.choice' })
const quantity = f.int({ default: 1, min: 1, max: 1_000 })

/** Most bookings on the account page. */
const MOST_OWN = 200

/** Options of all calls that change a booking. */
const changes = {
  response: OwnBooking,
  errors: [NOT_FOUND, NO_TIME, FULL, TOO_LATE, ALREADY_BOOKED, WRONG_STATE, UNAUTHENTICATED, TOO_MANY],
} as const

async function moved(ctx: Ctx, id: number, to: { date: string; time: string | null }): Promise<OwnBooking> {
  await ctx.kernel.transaction((tx) => rescheduleBooking(tx, ctx, id, { date: to.date, time: to.time ?? '' }))
  return viewBooking(ctx, id)
}

async function calledOff(ctx: Ctx, id: number, reason: string): Promise<OwnBooking> {
  await ctx.kernel.transaction((tx) => cancelByShopper(tx, ctx, id, reason))
  return viewBooking(ctx, id)
}

/** Public API of events and bookings. */
export const storeRoutes = [
  route({
    on: 'GET /event_category',
    id: 'event.categories',
    summary: 'Event categories',
    access: 'public',
    response: t.object({ data: t.list(CategoryCard) }),
    run: async ({ ctx }) => ({ data: await listCategories(ctx) }),
  }),
  route({
    on: 'POST /event_category',
    id: 'event.category',
    summary: 'A category with its events',
    access: 'public',
    eitherPlace: true,
    body: { url },
    response: CategoryPage,
    errors: [NOT_FOUND],
    run: ({ ctx, body }) => readCategoryPage(ctx, body.url),
  }),
  route({
    on: 'GET /event',
    id: 'event.shown',
    summary: 'Bookable events',
    access: 'public',
    response: t.object({ data: t.list(EventCard) }),
    run: async ({ ctx }) => ({ data: await listEventCards(ctx) }),
  }),
  route({
    on: 'POST /event',
    id: 'event.page',
    summary: 'An event with its prices and booking rules',
    access: 'public',
    eitherPlace: true,
    body: { url, preview, problems: f.text({ default: '', maxLength: 8_000 }) },
    response: EventPage,
    errors: [NOT_FOUND],
    run: async ({ ctx, body }) => {
      const problems = readProblems(ctx, eventPath(body.url), body.problems)
      return { ...(await readEventPage(ctx, body.url, body.preview)), ...(problems ? { problems } : {}) }
    },
  }),
  route({
    on: 'POST /event/times',
    id: 'event.times',
    summary: 'Bookable times of a month in the time zone of the event; days without one are omitted',
    access: 'public',
    body: { url, year: f.int({ min: 2_000, max: 2_200 }), month: f.int({ min: 1, max: 12 }), quantity, preview },
    response: Times,
    errors: [NOT_FOUND],
    run: ({ ctx, body }) => readMonth(ctx, body),
  }),
  route({
    on: 'POST /event/hold',
    id: 'event.hold',
    summary: 'Reserve places for a while; the response is added to the cart as it is',
    access: 'public',
    body: { event_id, date, time, quantity, ...questionFields, ...phoneFields },
    response: Hold,
    status: 201,
    errors: [NOT_FOUND, NO_TIME, FULL, TOO_MANY, ...questionFailures],
    admit: limit('hold', 30),
    run: async ({ kernel, ctx, body, request }) => {
      const { country_code, phone } = body
      const marks = hashVisitor(ctx, request)
      const answers = await judgeAnswers(ctx, body.event_id, body)
      const hold = await kernel.transaction(async (tx) => {
        const details = { country_code, phone, answers, source: 'store', marks, comment: '' } as const
        const hold = await holdPlaces(tx, ctx, { ...body, time: body.time ?? '' }, details, holdLimits(ctx, marks, body.quantity))
        if (hold.event.price === 0) throw validationError({ event_id: message('booking:error.free') })
        return hold
      })
      return { kind: 'seat', subject_id: hold.hold_key, quantity: body.quantity, expires_at: new Date(hold.expires_at).toISOString() }
    },
  }),
  route({
    on: 'POST /event/booking',
    id: 'event.book',
    summary: 'Book places; a booking with a price is ordered at once',
    description: 'A form posted without scripts is redirected: to the booking, or back to the event with the errors.',
    access: 'public',
    idempotent: true,
    body: {
      event_id,
      date,
      time,
      quantity,
      currency: f.maybe(f.text({ maxLength: 10 })),
      email: f.maybe(f.email()),
      first_name: f.maybe(f.text({ maxLength: 120 })),
      last_name: f.maybe(f.text({ maxLength: 120 })),
      ...phoneFields,
      payment_method: f.maybe(f.text({ says: 'core:rule.choice' })),
      coupon: f.maybe(f.text({ maxLength: 60 })),
      comment: f.area({ default: '', maxLength: 2_000 }),
      ...questionFields,
      leave_blank: f.maybe(f.text({ maxLength: 1_000 })),
    },
    response: Booked,
    status: 201,
    otherResponses: { 303: null },
    errors: [
      NOT_FOUND,
      NO_TIME,
      FULL,
      TOO_MANY,
      CHECKOUT_CLOSED,
      SIGN_IN_TO_BUY,
      CART_CHANGED,
      OUT_OF_STOCK,
      ALREADY_BOOKED,
      ...questionFailures,
    ],
    admit: limit('request', 30),
    run: async ({ kernel, ctx, body: { leave_blank, ...body }, idempotencyKey, request, reply }) => {
      // Honeypot: a hidden field that only bots fill in.
      if (leave_blank !== null) throw new AppError(NOT_FOUND)
      const plain = isPlain(request)
      const event = plain ? await kernel.db.one<{ url: string }>(sql`select url from event where id = ${body.event_id}`) : undefined
      try {
        const booked = await bookPlaces(ctx, { ...body, time: body.time ?? '' }, idempotencyKey, request)
        return plain ? follow(reply, shopPath(ctx, `${booked.redirect_url}&token=${encodeURIComponent(booked.token)}`)) : booked
      } catch (error) {
        if (!event || !(error instanceof AppError)) throw error
        return follow(reply, pageAddress(ctx, eventPath(event.url), error))
      }
    },
  }),
  route({
    on: 'GET /booking',
    id: 'booking.own',
    summary: 'Bookings of the signed-in customer, latest first',
    access: 'customer',
    response: OwnBookings,
    errors: [UNAUTHENTICATED],
    run: async ({ ctx }) => ({ data: await readViews(ctx, sql`b.customer_id = ${'id' in ctx.actor ? ctx.actor.id : 0}`, MOST_OWN) }),
  }),
  route({
    on: 'POST /booking',
    id: 'booking.open',
    summary: 'A booking by the token of its link, or by id for its signed-in customer',
    access: 'public',
    body: bookingReference,
    response: OwnBooking,
    errors: [NOT_FOUND, TOO_MANY],
    admit: limit('open', 60),
    run: async ({ ctx, body, reply }) => {
      void reply.header('cache-control', 'no-store')
      return viewBooking(ctx, await findReferenced(ctx, body))
    },
  }),
  route({
    on: 'GET /booking/result',
    id: 'booking.result',
    summary: 'Status of a booking of the last day, by its number or that of its order, without personal data',
    access: 'public',
    query: { booking: f.text({ default: '', maxLength: 40 }), order: f.text({ default: '', maxLength: 40 }) },
    response: BookingResult,
    errors: [NOT_FOUND, TOO_MANY],
    admit: limit('result', 120),
    run: async ({ kernel, ctx, query }) => {
      const row = await kernel.db
        .one<BookingResult>(sql`select b.number, b.status, coalesce(e.title->>${ctx.language}, e.title->>${ctx.mainLanguage}, e.url) as title, e.url
        from booking b join event e on e.id = b.event_id where b.asked_at is not null
          and b.updated_at > now() - interval '1 day'
          and ${query.booking === '' ? sql`b.order_number = ${query.order}` : sql`b.number = ${query.booking}`} order by b.id limit 1`)
      if (!row) throw new AppError(NOT_FOUND)
      return row
    },
  }),
  route({
    ...changes,
    on: 'POST /booking/reschedule',
    id: 'booking.reschedule',
    summary: 'Reschedule a booking of the signed-in customer',
    access: 'customer',
    body: { booking_id: bookingId, date, time },
    run: async ({ kernel, ctx, body }) => moved(ctx, await findByOwner(ctx, kernel.db, body.booking_id), body),
  }),
  route({
    ...changes,
    on: 'POST /booking/guest_reschedule',
    id: 'booking.reschedule_by_token',
    summary: 'Reschedule a booking by the token of its link',
    access: 'public',
    body: { token, date, time },
    admit: limit('open', 60),
    run: async ({ kernel, ctx, body }) => moved(ctx, await findByToken(ctx, kernel.db, body.token), body),
  }),
  route({
    ...changes,
    on: 'POST /booking/cancel',
    id: 'booking.cancel_own',
    summary: 'Cancel a booking of the signed-in customer',
    access: 'customer',
    body: { booking_id: bookingId, reason },
    run: async ({ kernel, ctx, body }) => calledOff(ctx, await findByOwner(ctx, kernel.db, body.booking_id), body.reason),
  }),
  route({
    ...changes,
    on: 'POST /booking/guest_cancel',
    id: 'booking.cancel_by_token',
    summary: 'Cancel a booking by the token of its link',
    access: 'public',
    body: { token, reason },
    admit: limit('open', 60),
    run: async ({ kernel, ctx, body }) => calledOff(ctx, await findByToken(ctx, kernel.db, body.token), body.reason),
  }),
]
