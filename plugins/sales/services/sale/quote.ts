import { basic, type Ctx, type Db, type AppError, formatMoney } from 'stoa'
import { type PaymentOffer, PAYMENTS, type PaymentTerms } from 'stoa/plugins/payments'
import { isPickupKind, type Parcel, SHIPPING, type Shipping, type ShippingOption } from 'stoa/plugins/shipping'
import type { ShippingChoice } from '../../api-types.ts'
import type { Channel, Pricing } from './adjustment-providers.ts'
import type { Choices, DiscountInputs } from './choice-names.ts'
import { getCurrency, unitPrice } from './currency.ts'
import type { SaleLine } from './lines.ts'
import { findLineTooLarge, createTooLargeError } from './amount-limits.ts'
import { priceLine, type PricedSale, priceSale } from './priced.ts'
import { createPriceRules } from './taxes.ts'
import { getCustomerId } from './buyer-limits.ts'

/** A cart's price with its shipping and payment methods. */
export interface Quote extends PricedSale {
  /** A part of it is shipped or picked up. */
  needsShipping: boolean
  /** The shipping method needs an address. */
  needsAddress: boolean
  shippingChoices: ShippingChoice[]
  areas: string[]
  paymentOffers: PaymentOffer[]
  shippingOption: ShippingOption | undefined
  paymentOffer: PaymentOffer | undefined
}

/** Choices for a cart so far. */
export interface QuoteInput {
  /** Absent or null for a sale without a cart. */
  cart_id?: string | null
  currency: string | null
  shipping_method: string | null
  payment_method: string | null
  shipping_address: { country: string; area: string } | null
  /** Data of the guest, as far as entered. */
  guest?: { email: string; country_code?: string | null; phone?: string | null } | null
  /** Sales channel; the shop if absent. */
  channel?: Channel
  /** Choices for adjustment providers, by provider name. */
  choices?: Choices
  /** Codes and points of the buyer, for errors: `choices` contains them already. */
  discountInputs?: DiscountInputs
  /** Called for choices that no longer apply; without it they are thrown. */
  onRefusedChoice?: (error: AppError) => void
}

/** The parcel: the shipped lines and their destination. */
export function toParcel(ctx: Ctx, lines: readonly SaleLine[], to: QuoteInput['shipping_address']): Parcel {
  const shippedLines = lines.filter((l) => l.handover === 'sent')
  return {
    ...getDestination(ctx, to),
    subtotal: shippedLines.reduce((sum, l) => sum + l.pay * l.quantity, 0),
    weight: shippedLines.reduce((sum, l) => sum + l.weight * l.quantity, 0),
    pieces: shippedLines.reduce((sum, l) => sum + l.quantity, 0),
    products: shippedLines.flatMap((l) => l.product_id ?? []),
  }
}

/** Destination of a parcel; the first country the shop delivers to until the buyer enters one. */
function getDestination(ctx: Ctx, to: QuoteInput['shipping_address']): { country: string; area: string } {
  const defaultCountry = ctx.kernel.settings.of(basic).supported_countries[0] ?? ''
  return { country: to?.country || defaultCountry, area: to?.area ?? '' }
}

/** Current shipping and payment methods: read once, then applied to any lines. */
export interface Terms {
  getShippingOptions: Awaited<ReturnType<Shipping['readShippingTerms']>>
  paymentTerms: PaymentTerms
}

/**
 * The shop's terms. Inside a transaction they are read from the tables on its connection, so that they are current
 * and no second connection is needed.
 */
export async function readTerms(ctx: Ctx, tx?: Db): Promise<Terms> {
  const [getShippingOptions, paymentTerms] = await Promise.all([
    ctx.kernel.get(SHIPPING).readShippingTerms(ctx, tx),
    ctx.kernel.get(PAYMENTS).readPaymentTerms(ctx, tx),
  ])
  return { getShippingOptions, paymentTerms }
}

/** A cart as adjustment providers see it. */
export const cartPricing = (ctx: Ctx, lines: readonly SaleLine[], currency = getCurrency(ctx, null)) => ({
  customer: getCustomerId(ctx),
  currency,
  lines: lines.map((line) => priceLine(line, currency)),
})

const getBuyer = (guest: QuoteInput['guest']): NonNullable<Pricing['buyer']> | null =>
  guest ? { email: guest.email, phone: guest.phone ? `${guest.country_code ?? ''}${guest.phone}` : null } : null

/**
 * Prices lines in the requested currency, with the chosen or only shipping and payment method. Inside a transaction,
 * `db` is that transaction.
 */
export async function createQuote(
  ctx: Ctx,
  lines: readonly SaleLine[],
  chosen: QuoteInput,
  { getShippingOptions, paymentTerms }: Terms,
  db: Db = ctx.kernel.db,
): Promise<Quote> {
  const money = getCurrency(ctx, chosen.currency)
  const priced = lines.map((line) => priceLine(line, money))
  const parcel = toParcel(ctx, lines, chosen.shipping_address)
  const needsShipping = parcel.pieces > 0
  const { options: shippingOptions, areas } = needsShipping ? await getShippingOptions(parcel) : { options: [], areas: [] }
  const shippingOption =
    shippingOptions.find((m) => m.code === chosen.shipping_method) ??
    (chosen.shipping_method === null && shippingOptions.length === 1 ? shippingOptions[0] : undefined)
  const needsAddress = needsShipping && !(shippingOption && isPickupKind(shippingOption.kind))
  const pricing: Pricing = {
    customer: getCustomerId(ctx),
    buyer: getBuyer(chosen.guest),
    currency: money,
    ...(chosen.channel ? { channel: chosen.channel } : {}),
    ...(chosen.discountInputs ? { discountInputs: chosen.discountInputs } : {}),
    destination: needsAddress ? chosen.shipping_address : null,
    shippingMethod: shippingOption?.code ?? null,
    payment: chosen.payment_method,
    lines: priced,
  }
  const rules = await createPriceRules(ctx, pricing, chosen.choices ?? {}, db, chosen.onRefusedChoice)
  const getPrice = (w: ShippingOption) => unitPrice(w.price, money)
  const shippingPrice = shippingOption ? getPrice(shippingOption) : 0
  if (findLineTooLarge([...priced, { unit: shippingPrice, quantity: 1 }], money) >= 0)
    throw createTooLargeError(chosen.cart_id ? 'cart_id' : 'quantity')
  const sale = priceSale(priced, shippingPrice, rules, money)
  const paymentOffers = paymentTerms.listOffers({ currency: money.code, total: sale.total })
  return {
    ...sale,
    needsShipping,
    needsAddress,
    paymentOffers,
    shippingOption,
    areas,
    shippingChoices: shippingOptions.map((w) => ({
      code: w.code,
      title: w.title,
      description: w.description,
      price: formatMoney(getPrice(w)),
      days: w.days,
      pickup: isPickupKind(w.kind),
    })),
    // A total of zero needs no payment choice.
    paymentOffer: sale.total === 0 ? paymentOffers[0] : paymentOffers.find((o) => o.code === chosen.payment_method),
  }
}
