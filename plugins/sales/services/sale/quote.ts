import { basic, type Ctx, type Db, type AppError, formatMoney } from 'stoa'
import { type PaymentOffer, PAYMENTS, type PaymentTerms } from 'stoa/plugins/payments'
import { isPicked, type Parcel, SHIPPING, type Shipping, type ShippingOption } from 'stoa/plugins/shipping'
import type { ShippingChoice } from '../../api-types.ts'
import type { Channel, Pricing } from './adjustment-providers.ts'
import type { Choices, SaleWords } from './choice-names.ts'
import { getCurrency, unitPrice } from './currency.ts'
import type { SaleLine } from './lines.ts'
import { findLineTooLarge, createTooLargeError } from './amount-limits.ts'
import { priceLine, type PricedSale, priceSale } from './priced.ts'
import { createPriceRules } from './taxes.ts'
import { getCustomerId } from './buyer-limits.ts'

/** What a cart costs, and how it can be paid and received. */
export interface Quote extends PricedSale {
  /** Something in it is sent or picked up. */
  needsShipping: boolean
  /** And an address is needed for that. */
  needsAddress: boolean
  shippingChoices: ShippingChoice[]
  areas: string[]
  paymentOffers: PaymentOffer[]
  way: ShippingOption | undefined
  offer: PaymentOffer | undefined
}

/** What is chosen for a cart so far. */
export interface QuoteInput {
  /** Absent or null for what is sold without a cart. */
  cart_id?: string | null
  currency: string | null
  shipping_method: string | null
  payment_method: string | null
  shipping_address: { country: string; area: string } | null
  /** Who buys, as far as they said. */
  guest?: { email: string; country_code?: string | null; phone?: string | null } | null
  /** Where it is sold; in the shop when absent. */
  channel?: Channel
  /** For those who take something off, by their names. */
  adjust?: Choices
  /** What the buyer says beside; it is in `adjust` for those who read it. */
  words?: SaleWords
  /** Hears of choices that do not hold any more; without it they are thrown. */
  refused?: (error: AppError) => void
}

/** What of lines is sent, and where to. */
export function toParcel(ctx: Ctx, lines: readonly SaleLine[], to: QuoteInput['shipping_address']): Parcel {
  const sent = lines.filter((l) => l.handover === 'sent')
  return {
    ...destination(ctx, to),
    subtotal: sent.reduce((sum, l) => sum + l.pay * l.quantity, 0),
    weight: sent.reduce((sum, l) => sum + l.weight * l.quantity, 0),
    pieces: sent.reduce((sum, l) => sum + l.quantity, 0),
    products: sent.flatMap((l) => l.product_id ?? []),
  }
}

/** Where a parcel goes, as far as it is said yet: prices of the first served country until then. */
function destination(ctx: Ctx, to: QuoteInput['shipping_address']): { country: string; area: string } {
  const first = ctx.kernel.settings.of(basic).supported_countries[0] ?? ''
  return { country: to?.country || first, area: to?.area ?? '' }
}

/** How the shop sends and is paid at this moment: read once, asked about any lines. */
export interface Terms {
  sending: Awaited<ReturnType<Shipping['offering']>>
  paying: PaymentTerms
}

/**
 * The shop's terms. Inside a transaction they are read there: what is sold at is what stands in the tables, and no second connection is
 * waited for while one is held.
 */
export async function readTerms(ctx: Ctx, tx?: Db): Promise<Terms> {
  const [sending, paying] = await Promise.all([ctx.kernel.get(SHIPPING).offering(ctx, tx), ctx.kernel.get(PAYMENTS).paymentTerms(ctx, tx)])
  return { sending, paying }
}

/** A cart as those see it who take something off its price. */
export const cartPricing = (ctx: Ctx, lines: readonly SaleLine[], currency = getCurrency(ctx, null)) => ({
  customer: getCustomerId(ctx),
  currency,
  lines: lines.map((line) => priceLine(line, currency)),
})

const getBuyer = (guest: QuoteInput['guest']): NonNullable<Pricing['buyer']> | null =>
  guest ? { email: guest.email, phone: guest.phone ? `${guest.country_code ?? ''}${guest.phone}` : null } : null

/** Prices lines in the asked currency with the chosen, or only, shipping and payment method. Inside a transaction `db` is that. */
export async function createQuote(
  ctx: Ctx,
  lines: readonly SaleLine[],
  chosen: QuoteInput,
  { sending: sendingOf, paying }: Terms,
  db: Db = ctx.kernel.db,
): Promise<Quote> {
  const money = getCurrency(ctx, chosen.currency)
  const priced = lines.map((line) => priceLine(line, money))
  const parcel = toParcel(ctx, lines, chosen.shipping_address)
  const needsShipping = parcel.pieces > 0
  const { ways, areas } = needsShipping ? await sendingOf(parcel) : { ways: [], areas: [] }
  const way =
    ways.find((m) => m.code === chosen.shipping_method) ?? (chosen.shipping_method === null && ways.length === 1 ? ways[0] : undefined)
  const needsAddress = needsShipping && !(way && isPicked(way.kind))
  const pricing: Pricing = {
    customer: getCustomerId(ctx),
    buyer: getBuyer(chosen.guest),
    currency: money,
    ...(chosen.channel ? { channel: chosen.channel } : {}),
    ...(chosen.words ? { words: chosen.words } : {}),
    destination: needsAddress ? chosen.shipping_address : null,
    way: way?.code ?? null,
    payment: chosen.payment_method,
    lines: priced,
  }
  const rules = await createPriceRules(ctx, pricing, chosen.adjust ?? {}, db, chosen.refused)
  const cost = (w: ShippingOption) => unitPrice(w.price, money)
  const sending = way ? cost(way) : 0
  if (findLineTooLarge([...priced, { unit: sending, quantity: 1 }], money) >= 0)
    throw createTooLargeError(chosen.cart_id ? 'cart_id' : 'quantity')
  const sale = priceSale(priced, sending, rules, money)
  const paymentOffers = paying.offers({ currency: money.code, total: sale.total })
  return {
    ...sale,
    needsShipping,
    needsAddress,
    paymentOffers,
    way,
    areas,
    shippingChoices: ways.map((w) => ({
      code: w.code,
      title: w.title,
      description: w.description,
      price: formatMoney(cost(w)),
      days: w.days,
      pickup: isPicked(w.kind),
    })),
    // What costs nothing needs no choice.
    offer: sale.total === 0 ? paymentOffers[0] : paymentOffers.find((o) => o.code === chosen.payment_method),
  }
}
