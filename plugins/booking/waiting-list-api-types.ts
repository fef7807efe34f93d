import { type Shape, t } from 'stoa'
import { FormView } from 'stoa/plugins/forms'
import { Hold } from './api-types.ts'

/** A full time with a waiting list. The length of the list is not public: it would reveal whether an address waits. */
export const FullTimes = t.object({
  timezone: t.text(),
  data: t.list(t.object({ session_id: t.id(), starts_at: t.dateTime(), ends_at: t.dateTime() })),
})
export type FullTimes = Shape<typeof FullTimes>

/** An entry on a waiting list. */
export const WaitPlace = t.object({
  token: t.maybe(t.text('Access token for a customer with a verified address; others get the link by email.')),
  place: t.maybe(t.int('Position from 1, for a customer with a verified address.')),
})
export type WaitPlace = Shape<typeof WaitPlace>

/** An entry on a waiting list, for the holder of its link. */
export const WaitView = t.object({
  status: t.pick(['pending', 'processing', 'completed', 'canceled']),
  event: t.object({ title: t.text(), url: t.text(), kind: t.text() }),
  timezone: t.text(),
  starts_at: t.dateTime(),
  ends_at: t.dateTime(),
  quantity: t.int(),
  price: t.money('Price of one place.'),
  expires_at: t.maybe(t.dateTime('Expiry of the offer.')),
  form: t.maybe(FormView),
  ask_phone: t.pick(['no', 'optional', 'required']),
})
export type WaitView = Shape<typeof WaitView>

/** Result of an accepted offer: a booking, or a hold to be paid through the cart. */
export const WaitClaim = t.object({ booked: t.maybe(t.object({ number: t.text(), token: t.text() })), hold: t.maybe(Hold) })
export type WaitClaim = Shape<typeof WaitClaim>
