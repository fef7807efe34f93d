import { type Ctx, f, AppError, NOT_FOUND, route, sql, t, TOO_MANY, WRONG_STATE } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { CART_CHANGED, CHECKOUT_CLOSED, SIGN_IN_TO_BUY } from 'stoa/plugins/sales'
import { historyRoute } from 'stoa/plugins/documents'
import { daysOfMonth } from '../domain/clock.ts'
import { FULL, NO_TIME, TOO_LATE } from '../errors.ts'
import { findTimesOn } from '../services/availability.ts'
import { bookPlaces } from '../services/request.ts'
import { isAwaitingPayment, isRefundPending } from '../services/refund-booking.ts'
import { rescheduleBooking } from '../services/reschedule.ts'
import { booking } from '../resources/booking.ts'
import { event } from '../resources/event.ts'
import { flagConflicts, listConflicts } from '../services/scheduling-conflicts.ts'
import { createPreview } from '../services/preview.ts'
import { phoneFields, questionFailures, questionFields } from './question-fields.ts'
import { bookingsAtOnce, type SamePerson } from '../services/limits.ts'
import { listAnswers } from '../services/questions.ts'
import { BookingAnswers, BookingBack, Made, SchedulingConflicts, StaffTimes } from '../admin-api-types.ts'

const date = f.date()
const time = f.maybe(f.time())

/** Checks in a booking made at the counter, unless it has to be paid first. */
const arriveNow = (ctx: Ctx, id: number): Promise<string> =>
  ctx.kernel.transaction(async (tx) => {
    const b = await tx.one<{ status: string }>(sql`select status from booking where id = ${id} for update`)
    if (b?.status !== 'approved') return b?.status ?? 'pending'
    await ctx.kernel.resources.transitionIn(tx, ctx, booking, id, 'attend')
    return 'present'
  })

/** Staff actions on bookings beside transitions. */
export const adminRoutes = [
  historyRoute('booking'),
  route({
    on: 'GET /event/:id/times',
    id: 'event.times_for_staff',
    summary: 'Bookable times of a month for staff, including short notice',
    needs: 'get event',
    query: { year: f.int({ min: 2_000, max: 2_200 }), month: f.int({ min: 1, max: 12 }) },
    response: StaffTimes,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, query }) => {
      const { from, to } = daysOfMonth(query.year, query.month)
      const found = await findTimesOn(ctx, kernel.db, params.id, from, to, { freely: true })
      if (!found) throw new AppError(NOT_FOUND)
      return {
        timezone: found.event.zone,
        kind: found.event.kind,
        data: found.slots.map(({ day, time, left, starts }) => ({ day, time, left, starts_at: new Date(starts).toISOString() })),
      }
    },
  }),
  route({
    on: 'POST /booking',
    id: 'booking.make',
    summary: 'Create a booking for a customer; with a payment method it is ordered, without one payment is left to staff',
    needs: 'create booking',
    idempotent: true,
    body: {
      event_id: f.one('event'),
      date,
      time,
      quantity: f.int({ default: 1, min: 1, max: 1_000 }),
      email: f.maybe(f.email()),
      first_name: f.text({ maxLength: 120 }),
      last_name: f.text({ default: '', maxLength: 120 }),
      ...phoneFields,
      payment_method: f.maybe(f.text({ says: 'core:rule.choice' })),
      comment: f.area({ default: '', maxLength: 2_000 }),
      ...questionFields,
      /** The guest is at the counter and is checked in at once. */
      here: f.flag({ default: false }),
    },
    response: Made,
    status: 201,
    errors: [NOT_FOUND, NO_TIME, FULL, TOO_MANY, CHECKOUT_CLOSED, SIGN_IN_TO_BUY, CART_CHANGED, OUT_OF_STOCK, ...questionFailures],
    run: async ({ kernel, ctx, body, idempotencyKey, request }) => {
      const { here, ...input } = body
      const made = await bookPlaces(ctx, { ...input, time: body.time ?? '', currency: null, coupon: null }, idempotencyKey, request)
      const row = await kernel.db.one<SamePerson & { id: number }>(
        sql`select id, session_id, customer_id, email from booking where number = ${made.number}`,
      )
      const id = row?.id ?? 0
      const status = here ? await arriveNow(ctx, id) : made.status
      return { id, number: made.number, status, also: row ? await bookingsAtOnce(kernel.db, id, row) : [] }
    },
  }),
  route({
    on: 'POST /booking/:id/reschedule',
    id: 'booking.move',
    summary: 'Reschedule a booking to another time of its event',
    needs: 'update booking',
    body: { date, time },
    response: t.row('booking'),
    errors: [NOT_FOUND, NO_TIME, FULL, TOO_LATE, WRONG_STATE],
    run: async ({ kernel, ctx, params: { id }, body }) => {
      await kernel.resources.get(ctx, booking, id)
      await kernel.transaction((tx) => rescheduleBooking(tx, ctx, id, { date: body.date, time: body.time ?? '' }))
      return kernel.resources.get(ctx, booking, id)
    },
  }),
  route({
    on: 'GET /booking/:id/back',
    id: 'booking.back',
    summary: 'Refund status of a booking: pending for its payer, or pending a decision after it ended',
    needs: 'get booking',
    response: BookingBack,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id } }) => {
      const { order_id } = await kernel.resources.get(ctx, booking, id)
      return { waits: await isRefundPending(ctx, id), awaits_payment: await isAwaitingPayment(ctx, kernel.db, order_id) }
    },
  }),
  route({
    on: 'GET /booking/:id/answers',
    id: 'booking.answers',
    summary: 'Answers to the questions of the event as they were asked, with file URLs that are valid for some minutes',
    needs: 'get booking',
    response: BookingAnswers,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id } }) => {
      const { form_submission_id } = await kernel.resources.get(ctx, booking, id)
      return { submission_id: form_submission_id, lines: await listAnswers(ctx, form_submission_id) }
    },
  }),
  route({
    on: 'GET /event/:id/preview',
    id: 'event.preview',
    summary: 'Preview URL of an unpublished event, valid for one day',
    // All staff may preview events (specification C §6).
    open: 'signed-in',
    response: t.object({ url: t.text() }),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      const { url } = await kernel.resources.get(ctx, event, params.id)
      return { url: `/event/detail/${url}?preview=${createPreview(ctx, url)}` }
    },
  }),
  route({
    on: 'GET /event/:id/misfit',
    id: 'event.misfits',
    summary: 'Upcoming bookings whose time is no longer offered, because hours, an exception or a resource changed',
    needs: 'get event & get booking',
    response: SchedulingConflicts,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      await kernel.resources.get(ctx, event, params.id)
      return { data: await listConflicts(ctx, params.id) }
    },
  }),
  route({
    on: 'POST /event/:id/misfit',
    id: 'event.flag_misfits',
    summary: 'Flag bookings with a scheduling conflict for staff',
    needs: 'get event & update booking',
    body: {
      bookings: f.items({ id: f.int({ min: 1, max: Number.MAX_SAFE_INTEGER }) }, { minItems: 1, maxItems: 500 }),
      reason: f.text({ maxLength: 500 }),
    },
    response: t.object({ flagged: t.int('Those that did not change in the meantime.') }),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, body }) => {
      await kernel.resources.get(ctx, event, params.id)
      return {
        flagged: await flagConflicts(
          ctx,
          params.id,
          body.bookings.map(({ id }) => id),
          body.reason,
        ),
      }
    },
  }),
]
