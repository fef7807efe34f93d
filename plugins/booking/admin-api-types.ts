import { type Shape, t } from 'stoa'

/** Bookable times of a month, for staff. */
export const StaffTimes = t.object({
  timezone: t.text(),
  kind: t.text(),
  data: t.list(t.object({ day: t.text(), time: t.text(), left: t.int(), starts_at: t.dateTime() })),
})
export type StaffTimes = Shape<typeof StaffTimes>

/** A booking created by staff. */
export const Made = t.object({
  id: t.id(),
  number: t.text(),
  status: t.text(),
  also: t.list(t.text('Number of another booking of the same person at this time.')),
})
export type Made = Shape<typeof Made>

/** Amount of a booking that is unpaid, or whose refund is pending. */
export const BookingBack = t.object({
  waits: t.money('Refund that waits for approval.'),
  awaits_payment: t.flag('Its order is not paid yet, so it cannot be approved.'),
})
export type BookingBack = Shape<typeof BookingBack>

/** Answers to the questions of an event. */
export const BookingAnswers = t.object({
  submission_id: t.maybe(t.id('ID of the form submission.')),
  lines: t.list(t.object({ title: t.text(), answer: t.text(), files: t.list(t.object({ name: t.text(), url: t.text() })) })),
})
export type BookingAnswers = Shape<typeof BookingAnswers>

/** Future bookings whose time the event no longer offers. */
export const SchedulingConflicts = t.object({
  data: t.list(t.object({ id: t.id(), number: t.text(), customer: t.text(), starts_at: t.dateTime(), zone: t.text() })),
})
export type SchedulingConflicts = Shape<typeof SchedulingConflicts>
