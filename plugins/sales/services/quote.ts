import { basic, type Ctx, type Db, formatMoney, invalid, text } from '#core'
import { currency } from '#plugins/currency/index'
import { type Offer, PAYMENTS } from '#plugins/payments/index'
import { isPicked, SHIPPING, type Way } from '#plugins/shipping/index'
import { totals, type Totals, unitPrice } from '../domain/price.ts'
import type { ShippingChoice } from '../wire.ts'
import type { CartLine } from './cart-lines.ts'

/** The currency of a checkout with its rate to the base currency. @throws Failed INVALID for one the shop does not take. */
export function currencyOf(ctx: Ctx, asked: string | null): { code: string; rate: string } {
  const { base_currency, supported_currencies } = ctx.kernel.settings.of(currency)
  if (!asked || asked === base_currency) return { code: base_currency, rate: '1' }
  const found = supported_currencies.find((c) => c.identifier === asked)
  if (!found) throw invalid({ currency: text('core:rule.choice') })
  return { code: found.identifier, rate: found.rate }
}

/** What a cart costs, and how it can be paid and received. Amounts in minor units of `currency`. */
export interface Quote extends Totals {
  currency: { code: string; rate: string }
  /** Something in it is sent or picked up. */
  needsShipping: boolean
  /** And an address is needed for that. */
  needsAddress: boolean
  lines: (CartLine & { unit: number; listUnit: number })[]
  shippingChoices: ShippingChoice[]
  areas: string[]
  paymentOffers: Offer[]
  way: Way | undefined
  offer: Offer | undefined
}

/** The one line for goods; services, bookings and virtual things go no way at all. */
const shipped = new Set(['general'])

/** What is chosen for a cart so far. */
export interface Choices {
  currency: string | null
  shipping_method: string | null
  payment_method: string | null
  shipping_address: { country: string; area: string } | null
}

/** Where a parcel goes, as far as it is said yet: prices of the first served country until then. */
function destination(ctx: Ctx, to: Choices['shipping_address']): { country: string; area: string } {
  const first = ctx.kernel.settings.of(basic).supported_countries[0] ?? ''
  return { country: to?.country || first, area: to?.area ?? '' }
}

/**
 * Prices lines in the asked currency with the chosen, or only, shipping and payment method. Inside a transaction all of
 * it is read there: what is sold at is what stands in the tables, and no second connection is waited for while one is held.
 */
export async function quote(ctx: Ctx, lines: readonly CartLine[], chosen: Choices, tx?: Db): Promise<Quote> {
  const money = currencyOf(ctx, chosen.currency)
  const priced = lines.map((l) => ({ ...l, unit: unitPrice(l.pay, money.rate), listUnit: unitPrice(l.price, money.rate) }))
  const sent = lines.filter((l) => shipped.has(l.type))
  const needsShipping = sent.length > 0
  const to = destination(ctx, chosen.shipping_address)
  const parcel = {
    ...to,
    subtotal: sent.reduce((sum, l) => sum + l.pay * l.quantity, 0),
    weight: sent.reduce((sum, l) => sum + l.weight * l.quantity, 0),
    pieces: sent.reduce((sum, l) => sum + l.quantity, 0),
  }
  const [{ ways, areas }, offers] = await Promise.all([
    needsShipping ? ctx.kernel.get(SHIPPING).offering(ctx, parcel, tx) : { ways: [], areas: [] },
    ctx.kernel.get(PAYMENTS).offering(ctx, tx),
  ])
  const way =
    ways.find((m) => m.code === chosen.shipping_method) ?? (chosen.shipping_method === null && ways.length === 1 ? ways[0] : undefined)
  const cost = (w: Way) => unitPrice(w.price, money.rate)
  const sums = totals(priced, way ? cost(way) : 0)
  const paymentOffers = offers({ currency: money.code, total: sums.total })
  return {
    ...sums,
    currency: money,
    needsShipping,
    needsAddress: needsShipping && !(way && isPicked(way.kind)),
    lines: priced,
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
