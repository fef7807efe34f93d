import { type Ctx, AppError, idempotent, validationError, renameFields, sql, message, type Tx } from 'stoa'
import type { PaymentAction } from 'stoa/plugins/payments'
import { findBuyerById, DIRECTORY } from 'stoa/plugins/people'
import { toCheckoutResponse, getCustomerId, hashNetwork, ORDERS, type Orders, assertShopAllows } from 'stoa/plugins/sales'
import type { Booked } from '../api-types.ts'
import { createToken } from './access.ts'
import { bookFoundPlaces, holdFoundPlaces, requireFits } from './book.ts'
import { type BookingRequest, findPlaces } from './find-places.ts'
import type { Booker } from './insert-booking.ts'
import { freeLimits, holdLimits, hashVisitor, type Visitor } from './limits.ts'
import { judgeAnswers, type QuestionInput } from './questions.ts'

/** A booking request with the customer's data and payment choice. */
export interface Request extends BookingRequest, QuestionInput {
  email: string | null
  first_name: string | null
  last_name: string | null
  country_code: string | null
  phone: string | null
  comment: string
  currency: string | null
  payment_method: string | null
  coupon: string | null
}

export interface VisitorContext {
  cookies: Readonly<Record<string, string | undefined>>
  ip: string
  headers?: Visitor['headers']
}

/** The customer: the signed-in one, or the one that a guest or staff entered. @throws AppError INVALID by field */
async function findBooker(tx: Tx, ctx: Ctx, r: Request): Promise<Booker> {
  const customer = getCustomerId(ctx)
  const buyerDetails = customer === null ? undefined : await findBuyerById(tx, customer)
  const { email, first_name, last_name } = buyerDetails ?? r
  // Staff may leave fields blank.
  const requiredFields = ctx.actor.kind === 'admin' ? { first_name } : { email, first_name, last_name }
  const missing = Object.entries(requiredFields).filter(([, value]) => !value)
  if (missing.length > 0) throw validationError(Object.fromEntries(missing.map(([name]) => [name, message('core:rule.required')])))
  if (!buyerDetails && r.phone && !r.country_code) throw validationError({ country_code: message('core:rule.required') })
  const contact = { email: (email ?? '').trim().toLowerCase(), first_name: first_name ?? '', last_name: last_name ?? '' }
  const { country_code, phone } = buyerDetails ?? r
  // A walk-in without an e-mail address gets no person record.
  const person_id =
    contact.email === '' ? null : await ctx.kernel.get(DIRECTORY).findOrCreatePerson(tx, { ...contact, country_code, phone })
  return { ...contact, country_code, phone, customer_id: buyerDetails?.id ?? null, person_id }
}

type Order = Awaited<ReturnType<Orders['place']>>['placedOrder']

interface PlacedRequest {
  number: string
  /** Status, if no payment is open. */
  status: string
  order: Order | null
}

/**
 * Books for a customer. A free booking is requested, and approved unless it needs approval. A booking with a price is
 * ordered in the same transaction by the checkout service, and its payment starts afterwards.
 * @throws AppError NO_TIME, FULL, INVALID by field, what form validation throws, and what placing an order throws
 */
export async function bookPlaces(ctx: Ctx, r: Request, key: string | undefined, visiting: VisitorContext): Promise<Booked> {
  const { kernel } = ctx
  let paymentAction: PaymentAction | undefined
  const answers = await judgeAnswers(ctx, r.event_id, r)
  const once = async (tx: Tx): Promise<PlacedRequest> => {
    const { country_code, phone, comment } = r
    const source = ctx.actor.kind === 'admin' ? 'admin' : 'store'
    const marks = hashVisitor(ctx, { ip: visiting.ip, headers: visiting.headers ?? {} })
    const details = { country_code, phone, comment, answers, source, marks } as const
    const limits = [...holdLimits(ctx, marks, r.quantity), ...freeLimits(ctx, marks, { event_id: r.event_id, email: r.email ?? '' })]
    const found = await findPlaces(tx, ctx, r, limits)
    await requireFits(tx, ctx, found, details)
    // Staff may book without payment, whatever the price.
    if (found.event.price === 0 || (ctx.actor.kind === 'admin' && r.payment_method === null)) {
      const status = await bookFoundPlaces(tx, ctx, found, details, await findBooker(tx, ctx, r))
      return { number: found.number, status, order: null }
    }
    if (ctx.actor.kind !== 'admin') assertShopAllows(ctx, 'checkout')
    // An order requires an e-mail address.
    else if (!r.email) throw validationError({ email: message('core:rule.required') })
    const { placedOrder, paymentAction: action } = await kernel.get(ORDERS).place(
      tx,
      ctx,
      {
        // Lock order: after the person, as for free bookings.
        items: async () => {
          const { hold_key } = await holdFoundPlaces(tx, ctx, found, details)
          return [{ id: 1, kind: 'seat', subject_id: hold_key, quantity: r.quantity }]
        },
        channel: 'booking',
        codes: r.coupon ? [r.coupon] : undefined,
      },
      {
        cart_id: null,
        currency: r.currency,
        shipping_method: null,
        payment_method: r.payment_method,
        guest:
          getCustomerId(ctx) === null
            ? {
                email: r.email ?? '',
                first_name: r.first_name ?? '',
                last_name: r.last_name ?? '',
                country_code: r.country_code,
                phone: r.phone,
              }
            : null,
        shipping_address: null,
        billing_address: null,
        pickup_point: null,
        customer_note: r.comment,
      },
      { cookies: visiting.cookies, networkHash: hashNetwork(ctx, visiting.ip) },
    )
    paymentAction = action
    return { number: found.number, status: 'pending', order: placedOrder }
  }
  const scope = `booking ${getCustomerId(ctx) ?? 'guest'} ${r.event_id}`
  const done = await kernel
    .transaction((tx) => idempotent(tx, scope, key, r, () => once(tx)))
    .catch((error: unknown) => {
      // The coupon field of the form is `codes` in the sale: renames it in errors.
      throw error instanceof AppError ? renameFields(error, (field) => (field === 'codes' ? 'coupon' : field)) : error
    })
  const now = done.order && (await kernel.db.one<{ status: string }>(sql`select status from booking where number = ${done.number}`))
  const checkout = done.order
    ? await toCheckoutResponse(kernel, done.order, paymentAction, `/event/detail/success?order=${done.order.number}`)
    : null
  return {
    number: done.number,
    status: now?.status ?? done.status,
    redirect_url: checkout?.redirect_url ?? `/event/detail/success?booking=${done.number}`,
    token: createToken(ctx, done.number),
    checkout,
  }
}
