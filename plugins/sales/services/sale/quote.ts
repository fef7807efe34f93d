import { basic, type Ctx, type Db, type Failed, formatMoney } from '#core'
import { type Offer, PAYMENTS, type Payments } from '#plugins/payments/index'
import { isPicked, SHIPPING, type Shipping, type Way } from '#plugins/shipping/index'
import type { ShippingChoice } from '../../wire.ts'
import { type Adjusted, adjusted, type Channel, type Pricing, stepsOf } from './adjusters.ts'
import type { Choices } from './choice-names.ts'
import { currencyOf, type SaleCurrency, unitPrice } from './currency.ts'
import type { SaleLine } from './lines.ts'
import { lineBeyond, tooLarge } from './most-total.ts'
import { customerOf } from './who-may-buy.ts'

/** What a cart costs, and how it can be paid and received. Amounts in minor units of `currency`. */
export interface Quote {
  /** Of lines before anything is taken off. */
  subtotal: number
  /** What is taken off lines. */
  discount: number
  /** What sending comes to, after what is taken off it. */
  shipping: number
  total: number
  /** What was taken off, and what each line comes to. */
  adjusted: Adjusted
  currency: SaleCurrency
  /** Something in it is sent or picked up. */
  needsShipping: boolean
  /** And an address is needed for that. */
  needsAddress: boolean
  /** With what is given along: at no price, for a reason. */
  lines: (SaleLine & { unit: number; listUnit: number; giftOf?: string })[]
  shippingChoices: ShippingChoice[]
  areas: string[]
  paymentOffers: Offer[]
  way: Way | undefined
  offer: Offer | undefined
}

/** What is chosen for a cart so far. */
export interface Chosen {
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
  /** Hears of choices that do not hold any more; without it they are thrown. */
  refused?: (error: Failed) => void
}

/** Where a parcel goes, as far as it is said yet: prices of the first served country until then. */
function destination(ctx: Ctx, to: Chosen['shipping_address']): { country: string; area: string } {
  const first = ctx.kernel.settings.of(basic).supported_countries[0] ?? ''
  return { country: to?.country || first, area: to?.area ?? '' }
}

/** How the shop sends and is paid at this moment: read once, asked about any lines. */
export interface Terms {
  sending: Awaited<ReturnType<Shipping['offering']>>
  paying: Awaited<ReturnType<Payments['offering']>>
}

/**
 * The shop's terms. Inside a transaction they are read there: what is sold at is what stands in the tables, and no second connection is
 * waited for while one is held.
 */
export async function termsOf(ctx: Ctx, tx?: Db): Promise<Terms> {
  const [sending, paying] = await Promise.all([ctx.kernel.get(SHIPPING).offering(ctx, tx), ctx.kernel.get(PAYMENTS).offering(ctx, tx)])
  return { sending, paying }
}

/** A cart as those see it who take something off its price. */
export function cartPricing(ctx: Ctx, lines: readonly SaleLine[], money: SaleCurrency = currencyOf(ctx, null)): Pricing {
  return { customer: customerOf(ctx), currency: money, lines: lines.map((l) => ({ ...l, unit: unitPrice(l.pay, money) })) }
}

/** What lines and their sending come to. Lines are whole amounts already, so that sums are never rounded again. */
export function sumsOf(
  lines: readonly { unit: number; quantity: number; discountable?: boolean }[],
  sending: number,
  steps: Parameters<typeof adjusted>[2],
  currency: string,
) {
  const done = adjusted(lines, sending, steps, currency)
  const subtotal = lines.reduce((sum, l) => sum + l.unit * l.quantity, 0)
  const left = done.lines.reduce((sum, l) => sum + l, 0)
  return { subtotal, discount: subtotal - left, shipping: done.shipping, total: left + done.shipping, adjusted: done }
}

/** What is given along, as lines that cost nothing. */
export const giftLines = ({ gifts }: Pick<Adjusted, 'gifts'>, money: SaleCurrency) =>
  gifts.map(({ line, label }) => ({ ...line, unit: 0, listUnit: unitPrice(line.price, money), giftOf: label }))

const buyerOf = (guest: Chosen['guest']): NonNullable<Pricing['buyer']> | null =>
  guest ? { email: guest.email, phone: guest.phone ? `${guest.country_code ?? ''}${guest.phone}` : null } : null

/** Prices lines in the asked currency with the chosen, or only, shipping and payment method. Inside a transaction `db` is that. */
export async function quote(
  ctx: Ctx,
  lines: readonly SaleLine[],
  chosen: Chosen,
  { sending: sendingOf, paying }: Terms,
  db: Db = ctx.kernel.db,
): Promise<Quote> {
  const money = currencyOf(ctx, chosen.currency)
  const priced = lines.map((l) => ({ ...l, unit: unitPrice(l.pay, money), listUnit: unitPrice(l.price, money) }))
  const sent = lines.filter((l) => l.handover === 'sent')
  const needsShipping = sent.length > 0
  const to = destination(ctx, chosen.shipping_address)
  const parcel = {
    ...to,
    subtotal: sent.reduce((sum, l) => sum + l.pay * l.quantity, 0),
    weight: sent.reduce((sum, l) => sum + l.weight * l.quantity, 0),
    pieces: sent.reduce((sum, l) => sum + l.quantity, 0),
    products: sent.flatMap((l) => l.product_id ?? []),
  }
  const { ways, areas } = needsShipping ? sendingOf(parcel) : { ways: [], areas: [] }
  const way =
    ways.find((m) => m.code === chosen.shipping_method) ?? (chosen.shipping_method === null && ways.length === 1 ? ways[0] : undefined)
  const pricing: Pricing = {
    customer: customerOf(ctx),
    buyer: buyerOf(chosen.guest),
    currency: money,
    ...(chosen.channel ? { channel: chosen.channel } : {}),
    way: way?.code ?? null,
    payment: chosen.payment_method,
    lines: priced,
  }
  const steps = await stepsOf(ctx, pricing, chosen.adjust ?? {}, db, chosen.refused)
  const cost = (w: Way) => unitPrice(w.price, money)
  const sending = way ? cost(way) : 0
  if (lineBeyond([...priced, { unit: sending, quantity: 1 }], money) >= 0) throw tooLarge(chosen.cart_id ? 'cart_id' : 'quantity')
  const sums = sumsOf(priced, sending, steps, money.code)
  const paymentOffers = paying({ currency: money.code, total: sums.total })
  return {
    ...sums,
    currency: money,
    needsShipping,
    needsAddress: needsShipping && !(way && isPicked(way.kind)),
    lines: [...priced, ...giftLines(sums.adjusted, money)],
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
    offer: sums.total === 0 ? paymentOffers[0] : paymentOffers.find((o) => o.code === chosen.payment_method),
  }
}
