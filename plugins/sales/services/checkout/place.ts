import { type Ctx, AppError, validationError, parseMoney, message, type Tx } from 'stoa'
import { ATTRIBUTION } from 'stoa/plugins/content'
import { type PaymentRequest, PAYMENTS, type PaymentAction } from 'stoa/plugins/payments'
import { findBuyerById, DIRECTORY } from 'stoa/plugins/people'
import { isPicked, type PickupPlace, SHIPPING } from 'stoa/plugins/shipping'
import { SIGN_IN_TO_BUY, TOTAL_INCREASED } from '../../errors.ts'
import type { Channel } from '../sale/adjustment-providers.ts'
import type { Choices, SaleWords } from '../sale/choice-names.ts'
import { lockOrder } from '../order/head.ts'
import { type CheckoutFields, checkoutPeople, type GuestInput } from '../sale/checkout-input.ts'
import { reserveLines } from '../sale/line-kinds.ts'
import { assertBuyable, type SaleLine } from '../sale/lines.ts'
import { type Quote, createQuote, type Terms, readTerms } from '../sale/quote.ts'
import { type Sale, createSale } from '../sale/sale.ts'
import { adjustedOrder, recordUses } from '../order/adjustments.ts'
import { getCustomerId, getHoldMinutes, lockBuyer, type Orderer, rejectTooMany } from '../sale/buyer-limits.ts'
import { type NewOrder, nextOrder, toOrder, writeOrder } from '../order/write.ts'

/** A placed order and what is needed to start its payment. */
export interface PlacedOrder {
  id: number
  number: string
  status: string
  total: number
  currency: string
  reference: string
  bill: PaymentRequest
}

/** A checkout response: the order, and the payment step if it needs no provider call. */
export interface Answer {
  placedOrder: PlacedOrder
  paymentAction: PaymentAction | undefined
}

/** Origin of a request to buy. */
export interface Visit {
  /** They may identify the landing page that brought the buyer. */
  cookies: Readonly<Record<string, string | undefined>>
  /** Hash of the client's network address. */
  from: string | null
}

/** Items to buy: lines, choices for adjustment providers, and the cart of the lines, if any. */
export interface SaleInput {
  lines: readonly SaleLine[]
  choices: Choices
  words?: SaleWords
  cart: number | null
  /** Id, number and line ids reserved for the order. */
  reservedOrder: NewOrder
  source?: Sale['source']
  channel?: Channel
}

/** A visit at the moment of purchase, with the shop's terms. */
export interface CheckoutContext extends Visit {
  terms: Terms
  /** The buyer, as far as known before all validation errors are reported. */
  buyer: ResolvedBuyer | undefined
}

/** A buyer and the person record behind it. */
interface ResolvedBuyer {
  buyer: GuestInput
  person: number
}

/** The buyer to whom order limits apply. */
export const getOrderer = (ctx: Ctx, { guest }: Pick<CheckoutFields, 'guest'>, { from }: Visit): Orderer => ({
  customer: getCustomerId(ctx),
  email: guest ? getEmail(guest) : '',
  from,
})

/**
 * Reads the context of a sale after the buyer is locked. The queries are sent together and run one after the other,
 * so that the statement that counts orders runs after the lock is granted.
 */
export async function findStanding(tx: Tx, ctx: Ctx, body: Pick<CheckoutFields, 'guest'>, visit: Visit): Promise<CheckoutContext> {
  const [, terms, resolvedBuyer] = await Promise.all([
    lockBuyer(tx, ctx, getOrderer(ctx, body, visit)),
    readTerms(ctx, tx),
    resolveBuyer(tx, ctx, body.guest),
  ])
  return { ...visit, terms, buyer: resolvedBuyer }
}

/**
 * Writes the order, reserves its stock, records the use of its adjustments and opens its payment request, all in the
 * transaction.
 * @throws AppError TOO_MANY, SIGN_IN_TO_BUY, CART_CHANGED, TOTAL_INCREASED, OUT_OF_STOCK, or INVALID by field.
 */
export async function placeSale(
  tx: Tx,
  ctx: Ctx,
  { lines, choices, words, cart, reservedOrder, source = 'store', channel }: SaleInput,
  body: CheckoutFields,
  { cookies, from, terms, buyer: resolvedBuyer }: CheckoutContext,
): Promise<Answer> {
  assertBuyable(ctx, lines)
  const customer = getCustomerId(ctx)
  const q = await createQuote(
    ctx,
    lines,
    { ...body, adjust: choices, ...(words ? { words } : {}), ...(channel ? { channel } : {}) },
    terms,
    tx,
  )
  const people = checkoutPeople(ctx, body, q)
  if (q.needsShipping && !q.way) throw validationError({ shipping_method: message('core:rule.choice') })
  const pickup = await findPickup(tx, ctx, q, body.pickup_point)
  if (!q.offer) throw validationError({ payment_method: message('core:rule.choice') })
  if (body.agreed_total && q.total > parseMoney(body.agreed_total)) throw new AppError(TOTAL_INCREASED)

  if (!resolvedBuyer) throw new AppError(SIGN_IN_TO_BUY)
  rejectTooMany(
    ctx,
    reservedOrder.counts,
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
  )
  const sale = createSale(ctx, q, {
    ...resolvedBuyer,
    source,
    customer,
    pickup,
    from,
    choices,
    note: body.customer_note,
    shippingMethod: { id: q.way?.id ?? null, title: q.way?.title ?? '' },
    payment: q.offer,
    shippingAddress: people.shipping,
    billingAddress: people.billing,
    holdMinutes: getHoldMinutes(ctx, q.offer.hold_minutes, q.lines),
    baseTotal: q.adjusted.applied.length === 0 ? getBaseTotal(q) : null,
  })
  const ids = sale.lines.length > reservedOrder.lines.length ? (await nextOrder(tx, ctx, sale.lines.length)).lines : reservedOrder.lines
  const order = toOrder(ctx, { ...reservedOrder, lines: ids }, sale, cart)
  const document = { type: 'order', id: order.id }
  // Counts the order for the landing page of the visit.
  await ctx.kernel.find(ATTRIBUTION)?.transfer(tx, cookies, document.type, document.id)
  await Promise.all([writeOrder(tx, order), reserveLines(tx, ctx, document, order.lines)])
  // Lock order: stock first, then adjustments.
  if (sale.applied.length > 0) await recordUses(tx, ctx, adjustedOrder(order.id, sale), sale.applied)
  const { number } = reservedOrder
  const bill: PaymentRequest = {
    document,
    number,
    amount: q.total,
    currency: q.currency.code,
    method: q.offer,
    language: ctx.language,
    ...(order.heldUntil ? { reservedUntil: order.heldUntil } : {}),
  }
  const { reference, action: paymentAction } = await ctx.kernel.get(PAYMENTS).openAttempt(tx, ctx, bill, terms.paying)
  tx.emit('order.placed', { orderId: order.id }, document)
  // Opening the payment request pays an order with a total of zero.
  const status = q.total === 0 ? (await lockOrder(tx, order.id)).status : 'pending'
  const placedOrder = { id: order.id, number, status, total: q.total, currency: q.currency.code, reference, bill }
  return { placedOrder, paymentAction }
}

/** The buyer: the signed-in customer, or else the guest. Undefined if there is neither, or if the guest's data is incomplete. */
async function resolveBuyer(tx: Tx, ctx: Ctx, guest: GuestInput | null): Promise<ResolvedBuyer | undefined> {
  const customer = getCustomerId(ctx)
  const buyerDetails = customer === null ? guest : await findBuyerById(tx, customer)
  if (!buyerDetails || (buyerDetails === guest && buyerDetails.phone && !buyerDetails.country_code)) return undefined
  return { buyer: buyerDetails, person: await ctx.kernel.get(DIRECTORY).findOrCreatePerson(tx, buyerDetails) }
}

/** Price of lines and shipping in the base currency, before adjustments. */
const getBaseTotal = ({ lines, way }: Quote): number => lines.reduce((sum, l) => sum + l.pay * l.quantity, way?.price ?? 0)

/** The current pickup place. @throws AppError INVALID when the shipping method requires a place and none was chosen. */
async function findPickup(tx: Tx, ctx: Ctx, { way }: Quote, code: string | null): Promise<PickupPlace | null> {
  if (!way || !isPicked(way.kind)) return null
  const place = await ctx.kernel.get(SHIPPING).place(tx, way, code ?? '')
  if (!place) throw validationError({ pickup_point: message('shipping:error.place') })
  return place
}

const getEmail = (buyer: GuestInput) => buyer.email.trim().toLowerCase()
