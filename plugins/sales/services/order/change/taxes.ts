import type { Ctx, Db } from 'stoa'
import { sumTaxes, type TaxPart, getTaxOfPart } from '../../../domain/tax.ts'
import type { Pricing } from '../../sale/adjustment-providers.ts'
import type { SoldLine } from '../../sale/sale.ts'
import type { TaxableSale } from '../../sale/tax-rules.ts'
import { getChosenTaxRule, computeTaxes } from '../../sale/taxes.ts'
import type { PlannedDelivery } from './delivery.ts'
import type { Before } from './read.ts'

/** What the taxes of a changed order hang on. Amounts in minor units of its currency. */
interface ChangedSale {
  before: Before
  lines: readonly { quantity: number; total: number }[]
  added: readonly SoldLine[]
  delivery: PlannedDelivery
  /** Further units of lines, by their place among these, and then lines that are added: as they are priced today. */
  further: readonly number[]
  pricing: Pricing
  /** What those come to. */
  amounts: readonly number[]
  shipping: number
}

/** Taxes of a changed order: of its lines, of those that are added, and of sending. */
interface ChangedTaxes {
  lines: TaxPart[][]
  added: (readonly TaxPart[])[]
  shipping: readonly TaxPart[]
}

/**
 * The taxes of an order after a change. Units that stay keep theirs, and so does sending at the same price; what is new is taxed as the shop
 * taxes today. Where the order goes to another country, all of it is, unless no rule is chosen.
 */
export async function planTaxes(db: Db, ctx: Ctx, sale: ChangedSale): Promise<ChangedTaxes> {
  const { before, added, delivery, further, pricing, amounts, shipping } = sale
  const from = before.order.shipping_address?.country
  const to = delivery.shippingAddress
  const destination = to && { country: to.country, area: to.area ?? '' }
  if (from !== to?.country && getChosenTaxRule(ctx.kernel) !== null) return stateAnew(db, ctx, sale, destination)
  const isSentAnew = delivery.price !== null
  if (amounts.length === 0 && !isSentAnew) return { lines: remainingTaxes(sale), added: [], shipping: before.shippingTaxes }
  const taxes = await computeTaxes(ctx, { ...pricing, destination }, db)
  const fresh = taxes({ lines: amounts, shipping: isSentAnew ? shipping : 0 })
  return {
    lines: remainingTaxes(sale).map((parts, i) => {
      const at = further.indexOf(i)
      return at < 0 ? parts : sumTaxes([...parts, ...(fresh.lines[at] ?? [])])
    }),
    added: added.map((_, i) => fresh.lines[further.length + i] ?? []),
    shipping: isSentAnew ? fresh.shipping : before.shippingTaxes,
  }
}

/** Taxes of what stays of each line, in proportion to what that comes to. */
function remainingTaxes({ before, lines, further, amounts }: ChangedSale): TaxPart[][] {
  return before.lines.map(({ taxes, total }, i) => {
    const at = further.indexOf(i)
    const kept = (lines[i]?.total ?? 0) - (at < 0 ? 0 : (amounts[at] ?? 0))
    return taxes.flatMap((tax) => {
      const amount = getTaxOfPart(tax.amount, total, kept, before.order.currency)
      return amount > 0 ? [{ ...tax, amount }] : []
    })
  })
}

/** Taxes of the whole order as the shop taxes today. */
async function stateAnew(
  db: Db,
  ctx: Ctx,
  { before, lines, added, pricing, shipping }: ChangedSale,
  destination: TaxableSale['destination'],
): Promise<ChangedTaxes> {
  const staying = lines.flatMap((line, i) => {
    const sold = before.lines[i]
    return line.quantity > 0 && sold ? [{ ...sold, quantity: line.quantity, total: line.total, of: i }] : []
  })
  const all = [...staying, ...added]
  const taxes = await computeTaxes(ctx, { ...pricing, destination, lines: all }, db)
  const stated = taxes({ lines: all.map(({ total }) => total), shipping })
  return {
    lines: lines.map((_, i) => [...(stated.lines[staying.findIndex(({ of }) => of === i)] ?? [])]),
    added: stated.lines.slice(staying.length),
    shipping: stated.shipping,
  }
}
