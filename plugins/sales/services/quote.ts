import { type Ctx, formatMoney, invalid, pick, sql, text } from '#core'
import { currency } from '../../catalogue/index.ts'
import { PAYMENTS, type Offer } from '../../payments/index.ts'
import { shippingCost, totals, type Totals, unitPrice } from '../domain/price.ts'
import type { Choice } from '../wire.ts'
import type { CartLine } from './cart-lines.ts'

/** The currency of a checkout with its rate to the base currency. @throws Failed INVALID for one the shop does not take. */
export function currencyOf(ctx: Ctx, asked: unknown): { code: string; rate: string } {
  const { base_currency, supported_currencies } = ctx.kernel.settings.of(currency)
  if (asked === undefined || asked === '' || asked === base_currency) return { code: base_currency, rate: '1' }
  const found = supported_currencies.find((c) => c.identifier === asked)
  if (!found) throw invalid({ currency: text('core:rule.choice') })
  return { code: found.identifier, rate: found.rate }
}

interface Method {
  id: number
  code: string
  title: string
  description: string
  price: number
  free_from: number | null
}

/** Enabled ways to receive goods, kept until one changes. Amounts in base currency. */
export const shippingMethods = (ctx: Ctx): Promise<Method[]> =>
  ctx.kernel.cache.get(`shipping methods ${ctx.language}`, ['shipping_method', 'setting'], 300_000, () =>
    ctx.kernel.db.rows<Method>(sql`
    select m.id, m.code, ${pick(sql`m.title`, ctx.language, ctx.main)} as title, coalesce(${pick(sql`m.description`, ctx.language, ctx.main)}, '') as description,
      m.price_minor as price, m.free_from_minor as free_from from shipping_method m where m.enabled order by m."order", m.id`),
  )

/** What a cart costs, and how it can be paid and received. Amounts in minor units of `currency`. */
export interface Quote extends Totals {
  currency: { code: string; rate: string }
  needsShipping: boolean
  lines: (CartLine & { unit: number; listUnit: number })[]
  shippingChoices: Choice[]
  paymentOffers: Offer[]
  method: Method | undefined
  offer: Offer | undefined
}

const shipped = new Set(['general'])

/** Prices lines in the asked currency with the chosen, or only, shipping and payment method. */
export async function quote(ctx: Ctx, lines: readonly CartLine[], body: Record<string, unknown>): Promise<Quote> {
  const money = currencyOf(ctx, body.currency)
  const priced = lines.map((l) => ({ ...l, unit: unitPrice(l.pay, money.rate), listUnit: unitPrice(l.price, money.rate) }))
  const needsShipping = lines.some((l) => shipped.has(l.type))
  const [methods, paymentOffers] = await Promise.all([needsShipping ? shippingMethods(ctx) : [], ctx.kernel.get(PAYMENTS).offers(ctx)])
  const { subtotal } = totals(priced, 0)
  const cost = (m: Method) =>
    shippingCost(unitPrice(m.price, money.rate), m.free_from === null ? null : unitPrice(m.free_from, money.rate), subtotal)
  const method =
    methods.find((m) => m.code === body.shipping_method) ??
    (body.shipping_method === undefined && methods.length === 1 ? methods[0] : undefined)
  return {
    ...totals(priced, method ? cost(method) : 0),
    currency: money,
    needsShipping,
    lines: priced,
    paymentOffers,
    method,
    shippingChoices: methods.map((m) => ({ code: m.code, title: m.title, description: m.description, price: formatMoney(cost(m)) })),
    offer: paymentOffers.find((o) => o.code === body.payment_method),
  }
}
