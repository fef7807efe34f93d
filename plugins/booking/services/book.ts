import { type Ctx, validationError, type OpenLimit, sql, systemCtx, message, type Tx } from 'stoa'
import { announceApproval, announceRequest } from './announce.ts'
import { type BookingRequest, type EventRow, findPlaces, type FoundPlaces, isByStaff, takeFirstFree } from './find-places.ts'
import { type Booker, type BookingDetails, insertBooking } from './insert-booking.ts'
import { requireOnlyOne, type SamePerson } from './limits.ts'
import { type AnsweredDraft, requirePhone, storeHeldAnswers } from './questions.ts'
import { bookingTransitions } from '../domain/statuses.ts'

/** Places held for a limited time. */
export interface HeldBooking {
  id: number
  hold_key: number
  event: EventRow
  /** Expiry of the hold. */
  expires_at: string
}

/** Validates a request against the event's rules. @throws AppError INVALID for a missing phone number or too many places */
export async function requireFits(tx: Tx, ctx: Ctx, { event, quantity }: FoundPlaces, details: BookingDetails): Promise<void> {
  await requirePhone(tx, ctx, event.ask_phone, details)
  if (quantity > event.max_quantity && !isByStaff(ctx))
    throw validationError({ quantity: message('booking:error.max_quantity', { count: event.max_quantity }) })
}

const noDetails: BookingDetails = { country_code: null, phone: null, answers: null, source: 'store', marks: null, comment: '' }

/**
 * Finds places and holds them; see `holdFoundPlaces`.
 * @throws AppError as `findPlaces` and `requireFits` do
 */
export async function holdPlaces(
  tx: Tx,
  ctx: Ctx,
  request: BookingRequest,
  details: BookingDetails = noDetails,
  limits: readonly OpenLimit[] = [],
): Promise<HeldBooking> {
  const found = await findPlaces(tx, ctx, request, limits)
  await requireFits(tx, ctx, found, details)
  return holdFoundPlaces(tx, ctx, found, details)
}

/** Holds places as a draft booking, which the holder of its key can order or request. @throws AppError FULL */
export async function holdFoundPlaces(tx: Tx, ctx: Ctx, found: FoundPlaces, details: BookingDetails): Promise<HeldBooking> {
  const { hold_key, hold_expires_at } = await takeFirstFree(found, (place) => insertBooking(tx, ctx, { found, place, details }))
  return { id: found.id, hold_key, event: found.event, expires_at: hold_expires_at ?? '' }
}

/**
 * Books places that need no payment now, and approves the booking unless it needs approval.
 * @throws AppError FULL, ALREADY_BOOKED, and what storing answers throws
 */
export async function bookFoundPlaces(
  tx: Tx,
  ctx: Ctx,
  found: FoundPlaces,
  details: BookingDetails,
  booker: Booker,
): Promise<'approved' | 'pending'> {
  const { id, event } = found
  // A booking made by staff needs no approval.
  const isApproved = !event.needs_approval || isByStaff(ctx)
  const made = [{ ctx, action: 'ask' }, ...(isApproved ? [{ ctx: systemCtx(ctx.kernel, 'booking', ctx.language), action: 'approve' }] : [])]
  const status = isApproved ? 'approved' : 'pending'
  const { session_id } = await takeFirstFree(found, (place) =>
    insertBooking(tx, ctx, { found, place, details, request: { booker, made, status } }),
  )
  if (event.one_per_person && details.source !== 'admin') await requireOnlyOne(tx, id, { ...booker, session_id })
  await storeHeldAnswers(tx, ctx, id, { ...booker, held_answers: details.answers, language: ctx.language })
  await ctx.kernel.resources.runTransitionHooks(tx, ctx, 'booking', id, made)
  announceRequest(tx, { id, email: booker.email, sequence: 0 }, event)
  if (isApproved) announceApproval(tx, { id, email: booker.email, sequence: 0 })
  return status
}

/** Writes the customer into a draft and requests it: no payment is open, or the order tracks it. */
export async function requestBooking(
  tx: Tx,
  ctx: Ctx,
  id: number,
  booker: Booker,
  more: { comment?: string; order?: { id: number; number: string; line: number }; isAddressProven?: boolean } = {},
): Promise<void> {
  const { order, comment = '' } = more
  const draft = await tx.one<
    AnsweredDraft & SamePerson & { alone: boolean }
  >(sql`update booking set customer_id = ${booker.customer_id}, person_id = ${booker.person_id}, email = ${booker.email.trim().toLowerCase()},
      first_name = ${booker.first_name}, last_name = ${booker.last_name},
      country_code = case when ${booker.phone}::text is null then country_code else ${booker.country_code} end, phone = coalesce(${booker.phone}, phone),
      order_id = ${order?.id ?? null}, order_number = ${order?.number ?? null}, order_line_id = ${order?.line ?? null},
      comment = case when ${comment} = '' then comment else ${comment} end, hold_expires_at = null, asked_at = now(), updated_at = now()
    where id = ${id} returning held_answers, customer_id, person_id, email, first_name, last_name, language, session_id,
      source <> 'admin' and (select e.one_per_person from event e where e.id = event_id) as alone`)
  if (draft?.alone) await requireOnlyOne(tx, id, draft, more.isAddressProven)
  if (draft) await storeHeldAnswers(tx, ctx, id, draft)
  await ctx.kernel.resources.transitionIn(tx, ctx, bookingTransitions, id, 'ask')
}
