import type { Ctx, Db } from 'stoa'
import { sumTaxes, type TaxPart, getTaxOfPart } from '../../../domain/tax.ts'
import type { Pricing } from '../../sale/adjustment-providers.ts'
import type { SoldLine } from '../../sale/sale.ts'
import type { TaxableSale } from '../../sale/tax-rules.ts'
import { getChosenTaxRule, computeTaxes } from '../../sale/taxes.ts'
import type { PlannedDelivery } from './delivery.ts'
import type { Before } from './read.ts'

/** Input of the tax calculation of a changed order. Amounts in minor units of its currency. */
interface ChangedSale {
  before: Before
  lines: readonly { quantity: number; total: number }[]
  added: readonly SoldLine[]
  delivery: PlannedDelivery
  /** Additional units by line index, followed by the added lines, at today's prices. */
  further: readonly number[]
  pricing: Pricing
  /** Their line amounts. */
  amounts: readonly number[]
  shipping: number
}

/** Taxes of a changed order: of its lines, of added lines, and of shipping. */
interface ChangedTaxes {
  lines: TaxPart[][]
  added: (readonly TaxPart[])[]
  shipping: readonly TaxPart[]
}

/**
 * The taxes of an order after a change. Remaining units keep their taxes, and so does shipping at the same price. New
 * units are taxed by today's rules. If the country changes, today's rules tax the whole order, unless none is
 * configured.
 */
export async function planTaxes(db: Db, ctx: Ctx, sale: ChangedSale): Promise<ChangedTaxes> {
  const { before, added, delivery, further, pricing, amounts, shipping } = sale
  const from = before.order.shipping_address?.country
  const to = delivery.shippingAddress
  const destination = to && { country: to.country, area: to.area ?? '' }
  if (from !== to?.country && getChosenTaxRule(ctx.kernel) !== null) return taxWholeOrder(db, ctx, sale, destination)
  const isShippingRepriced = delivery.price !== null
  if (amounts.length === 0 && !isShippingRepriced) return { lines: remainingTaxes(sale), added: [], shipping: before.shippingTaxes }
  const taxes = await computeTaxes(ctx, { ...pricing, destination }, db)
  const fresh = taxes({ lines: amounts, shipping: isShippingRepriced ? shipping : 0 })
  return {
    lines: remainingTaxes(sale).map((parts, i) => {
      const at = further.indexOf(i)
      return at < 0 ? parts : sumTaxes([...parts, ...(fresh.lines[at] ?? [])])
    }),
    added: added.map((_, i) => fresh.lines[further.length + i] ?? []),
    shipping: isShippingRepriced ? fresh.shipping : before.shippingTaxes,
  }
}

/** Taxes of the remaining part of each line, in proportion to its amount. */
function remainingTaxes({ before, lines, further, amounts }: ChangedSale): TaxPart[][] {
  return before.lines.map(({ taxes, total }, i) => {
    const at = further.indexOf(i)
    const remainingAmount = (lines[i]?.total ?? 0) - (at < 0 ? 0 : (amounts[at] ?? 0))
    return taxes.flatMap((tax) => {
      const amount = getTaxOfPart(tax.amount, total, remainingAmount, before.order.currency)
      return amount > 0 ? [{ ...tax, amount }] : []
    })
  })
}

/** Taxes of the whole order by today's rules. */
async function taxWholeOrder(
  db: Db,
  ctx: Ctx,
  { before, lines, added, pricing, shipping }: ChangedSale,
  destination: TaxableSale['destination'],
): Promise<ChangedTaxes> {
  const remainingLines = lines.flatMap((line, i) => {
    const sold = before.lines[i]
    return line.quantity > 0 && sold ? [{ ...sold, quantity: line.quantity, total: line.total, index: i }] : []
  })
  const all = [...remainingLines, ...added]
  const taxes = await computeTaxes(ctx, { ...pricing, destination, lines: all }, db)
  const result = taxes({ lines: all.map(({ total }) => total), shipping })
  return {
    lines: lines.map((_, i) => [...(result.lines[remainingLines.findIndex(({ index }) => index === i)] ?? [])]),
    added: result.lines.slice(remainingLines.length),
    shipping: result.shipping,
  }
}
