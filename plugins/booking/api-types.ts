import { FormView } from 'stoa/plugins/forms'
import { CheckoutResponse } from 'stoa/plugins/sales'
import { type Shape, t } from 'stoa'

/** A category of events in the store. */
export const CategoryCard = t.object({ id: t.id(), title: t.text(), url: t.text(), short_description: t.text(), image: t.maybe(t.text()) })
export type CategoryCard = Shape<typeof CategoryCard>

/** An event in lists. */
export const EventCard = t.object({
  id: t.id(),
  title: t.text(),
  url: t.text(),
  kind: t.text(),
  short_description: t.text(),
  location: t.text(),
  image: t.maybe(t.text()),
  price: t.money(),
  duration: t.int('Minutes.'),
})
export type EventCard = Shape<typeof EventCard>

export const CategoryPage = t.object({
  ...CategoryCard.properties,
  meta_title: t.text(),
  meta_short_description: t.text(),
  events: t.list(EventCard),
})
export type CategoryPage = Shape<typeof CategoryPage>

/** An event page. */
export const eventPage = t.object({
  ...EventCard.properties,
  content: t.text(),
  category: t.maybe(t.object({ title: t.text(), url: t.text() })),
  timezone: t.text(),
  capacity: t.int(),
  max_quantity: t.int(),
  needs_approval: t.flag(),
  hold: t.int('Minutes for which places are reserved during payment.'),
  cancel_until: t.int('Minutes before the start until which it can be canceled.'),
  reschedule_until: t.int(),
  max_reschedules: t.int(),
  refund_steps: t.list(t.object({ before: t.int(), percent: t.text() })),
  last_day: t.text('The last day that can be booked.'),
  today: t.text('Today in the time zone of the event.'),
  form: t.maybe(FormView),
  ask_phone: t.pick(['no', 'optional', 'required']),
  problems: t.optional(t.record(t.list(t.text()))),
  preview: t.text('Preview token while it is not published; blank otherwise.'),
  meta_title: t.text(),
  meta_short_description: t.text(),
})
export const EventPage = t.view(eventPage, 'event', 'page')
export type EventPage = Shape<typeof EventPage>

/** Bookable times of a month; days without one are absent. */
export const Times = t.object({
  timezone: t.text(),
  dates: t.record(
    t.list(t.object({ time: t.text(), available: t.int(), price: t.money(), starts_at: t.dateTime(), ends_at: t.dateTime() })),
  ),
})
export type Times = Shape<typeof Times>

/** Held places: a cart references them by `kind` seat and this `subject_id`. */
export const Hold = t.object({ kind: t.text(), subject_id: t.id(), quantity: t.int(), expires_at: t.dateTime() })
export type Hold = Shape<typeof Hold>

/** A booking as its owner sees it. */
export const OwnBooking = t.object({
  id: t.id(),
  number: t.text(),
  status: t.text(),
  event: t.object({ title: t.text(), url: t.text(), kind: t.text(), location: t.text() }),
  date: t.text('In the time zone of the event.'),
  time: t.text(),
  timezone: t.text(),
  starts_at: t.dateTime(),
  ends_at: t.dateTime(),
  quantity: t.int(),
  name: t.text(),
  comment: t.text(),
  price: t.money('Price of one place in the base currency.'),
  order_number: t.maybe(t.text()),
  reason: t.text('Reason for the cancellation.'),
  may_reschedule: t.flag(),
  reschedules_left: t.int(),
  may_cancel: t.flag(),
  refund_percent: t.number('Refund if it is canceled now.'),
  token: t.text(),
  files: t.list(
    t.object({
      id: t.id(),
      name: t.text(),
      size: t.int('Bytes.'),
      own: t.flag('Uploaded by the customer, who may delete it.'),
      url: t.text('URL that is valid for some minutes.'),
    }),
  ),
  files_left: t.int('Number of files that can still be uploaded.'),
  codes: t.list(
    t.object({
      seat_no: t.int(),
      short: t.text('Code in text form, shown below its picture.'),
      present: t.flag('Whether it is checked in.'),
    }),
  ),
})
export type OwnBooking = Shape<typeof OwnBooking>

/** Bookings of an order. */
export const OrderBookings = t.object({ bookings: t.list(OwnBooking) })
export type OrderBookings = Shape<typeof OrderBookings>

export const OwnBookings = t.object({ data: t.list(OwnBooking) })
export type OwnBookings = Shape<typeof OwnBookings>

/** Result of a booking request; a payment continues as in a checkout. */
export const Booked = t.object({
  number: t.text('ID of the booking.'),
  status: t.text(),
  redirect_url: t.text('URL the browser is redirected to.'),
  token: t.text('Access token of the booking; returned once.'),
  checkout: t.maybe(CheckoutResponse),
})
export type Booked = Shape<typeof Booked>

/** Public result of a booking by number, for the success page. */
export const BookingResult = t.object({ number: t.text(), status: t.text(), title: t.text(), url: t.text() })
export type BookingResult = Shape<typeof BookingResult>
