import { type Ctx, AppError, validationError, parseMoney, message, type Tx } from 'stoa'
import { ATTRIBUTION } from 'stoa/plugins/content'
import { type PaymentRequest, PAYMENTS, type PaymentAction } from 'stoa/plugins/payments'
import { findBuyerById, DIRECTORY } from 'stoa/plugins/people'
import { isPickupKind, type PickupPlace, SHIPPING } from 'stoa/plugins/shipping'
import { SIGN_IN_TO_BUY, TOTAL_INCREASED } from '../../errors.ts'
import type { Channel } from '../sale/adjustment-providers.ts'
import type { Choices, DiscountInputs } from '../sale/choice-names.ts'
import { lockOrder } from '../order/head.ts'
import { type CheckoutFields, parseContacts, type GuestInput } from '../sale/checkout-input.ts'
import { reserveLines } from '../sale/line-kinds.ts'
import { assertBuyable, type SaleLine } from '../sale/lines.ts'
import { type Quote, createQuote, type Terms, readTerms } from '../sale/quote.ts'
import { type Sale, createSale } from '../sale/sale.ts'
import { adjustedOrder, recordAdjustmentUsage } from '../order/adjustments.ts'
import { getCustomerId, getHoldMinutes, lockBuyer, type LimitedBuyer, assertWithinBuyerLimits } from '../sale/buyer-limits.ts'
import { type NewOrder, allocateOrder, toOrder, writeOrder } from '../order/write.ts'

/** A placed order and what is needed to start its payment. */
export interface PlacedOrder {
  id: number
  number: string
  status: string
  total: number
  currency: string
  reference: string
  /** The key is stored with the response of an idempotent request. */
  bill: PaymentRequest
}

/** A checkout response: the order, and the payment step if it needs no provider call. */
export interface CheckoutResult {
  placedOrder: PlacedOrder
  paymentAction: PaymentAction | undefined
}

/** Origin of a request to buy. */
export interface Visit {
  /** They may identify the landing page that brought the buyer. */
  cookies: Readonly<Record<string, string | undefined>>
  /** Hash of the client's network address. */
  networkHash: string | null
}

/** Items to buy: lines, choices for adjustment providers, and the cart of the lines, if any. */
export interface SaleInput {
  lines: readonly SaleLine[]
  choices: Choices
  discountInputs?: DiscountInputs
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
export const toLimitedBuyer = (ctx: Ctx, { guest }: Pick<CheckoutFields, 'guest'>, { networkHash }: Visit): LimitedBuyer => ({
  customer: getCustomerId(ctx),
  email: guest ? getEmail(guest) : '',
  networkHash,
})

/**
 * Reads the context of a sale after the buyer is locked. The queries are sent together and run one after the other,
 * so that the statement that counts orders runs after the lock is granted.
 */
export async function readCheckoutContext(tx: Tx, ctx: Ctx, body: Pick<CheckoutFields, 'guest'>, visit: Visit): Promise<CheckoutContext> {
  const [, terms, resolvedBuyer] = await Promise.all([
    lockBuyer(tx, ctx, toLimitedBuyer(ctx, body, visit)),
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
  { lines, choices, discountInputs, cart, reservedOrder, source = 'store', channel }: SaleInput,
  body: CheckoutFields,
  { cookies, networkHash, terms, buyer: resolvedBuyer }: CheckoutContext,
): Promise<CheckoutResult> {
  assertBuyable(ctx, lines)
  const customer = getCustomerId(ctx)
  const quote = await createQuote(
    ctx,
    lines,
    { ...body, choices: choices, ...(discountInputs ? { discountInputs } : {}), ...(channel ? { channel } : {}) },
    terms,
    tx,
  )
  const contacts = parseContacts(ctx, body, quote)
  if (quote.needsShipping && !quote.shippingOption) throw validationError({ shipping_method: message('core:rule.choice') })
  const pickupPlace = await findPickupPlace(tx, ctx, quote, body.pickup_point)
  if (!quote.paymentOffer) throw validationError({ payment_method: message('core:rule.choice') })
  if (body.agreed_total && quote.total > parseMoney(body.agreed_total)) throw new AppError(TOTAL_INCREASED)

  if (!resolvedBuyer) throw new AppError(SIGN_IN_TO_BUY)
  assertWithinBuyerLimits(
    ctx,
    reservedOrder.counts,
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
  )
  const sale = createSale(ctx, quote, {
    ...resolvedBuyer,
    source,
    customer,
    pickup: pickupPlace,
    networkHash,
    choices,
    note: body.customer_note,
    shippingMethod: { id: quote.shippingOption?.id ?? null, title: quote.shippingOption?.title ?? '' },
    payment: quote.paymentOffer,
    shippingAddress: contacts.shipping,
    billingAddress: contacts.billing,
    holdMinutes: getHoldMinutes(ctx, quote.paymentOffer.hold_minutes, quote.lines),
    baseTotal: quote.adjusted.applied.length === 0 ? getBaseTotal(quote) : null,
  })
  const ids = sale.lines.length > reservedOrder.lines.length ? (await allocateOrder(tx, ctx, sale.lines.length)).lines : reservedOrder.lines
  const order = toOrder(ctx, { ...reservedOrder, lines: ids }, sale, cart)
  const document = { type: 'order', id: order.id }
  // Counts the order for the landing page of the visit.
  await ctx.kernel.find(ATTRIBUTION)?.transfer(tx, cookies, document.type, document.id)
  await Promise.all([writeOrder(tx, order), reserveLines(tx, ctx, document, order.lines)])
  // Lock order: stock first, then adjustments.
  if (sale.applied.length > 0) await recordAdjustmentUsage(tx, ctx, adjustedOrder(order.id, sale), sale.applied)
  const { number } = reservedOrder
  const paymentRequest: PaymentRequest = {
    document,
    number,
    amount: quote.total,
    currency: quote.currency.code,
    method: quote.paymentOffer,
    language: ctx.language,
    ...(order.holdExpiresAt ? { reservedUntil: order.holdExpiresAt } : {}),
  }
  const { reference, action: paymentAction } = await ctx.kernel.get(PAYMENTS).openAttempt(tx, ctx, paymentRequest, terms.paymentTerms)
  tx.emit('order.placed', { orderId: order.id }, document)
  // Opening the payment request pays an order with a total of zero.
  const status = quote.total === 0 ? (await lockOrder(tx, order.id)).status : 'pending'
  const placedOrder = { id: order.id, number, status, total: quote.total, currency: quote.currency.code, reference, bill: paymentRequest }
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
const getBaseTotal = ({ lines, shippingOption }: Quote): number =>
  lines.reduce((sum, l) => sum + l.pay * l.quantity, shippingOption?.price ?? 0)

/** The current pickup place. @throws AppError INVALID when the shipping method requires a place and none was chosen. */
async function findPickupPlace(tx: Tx, ctx: Ctx, { shippingOption }: Quote, code: string | null): Promise<PickupPlace | null> {
  if (!shippingOption || !isPickupKind(shippingOption.kind)) return null
  const place = await ctx.kernel.get(SHIPPING).findPickupPlace(tx, shippingOption, code ?? '')
  if (!place) throw validationError({ pickup_point: message('shipping:error.place') })
  return place
}

const getEmail = (buyer: GuestInput) => buyer.email.trim().toLowerCase()
