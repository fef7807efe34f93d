import { type Kernel, sql } from 'stoa'
import { ownPrices, priceSteps, type PriceStep, type VariantSql, variantSql } from 'stoa/plugins/catalogue'
import { baseCurrency } from 'stoa/plugins/currency'
import type { AdjustmentProvider, Adjustment } from './adjustment-providers.ts'
import type { LineKind, RequestedUnits } from './line-kinds.ts'

/** General products are shipped, virtual ones need no delivery, other types are delivered later by their plugin. */
const handover = sql`case p.type when 'general' then 'sent' when 'virtual' then 'none' else 'later' end`

const toDemand = ({ subject_id, ...rest }: RequestedUnits) => ({ ...rest, stock_id: subject_id })

/** Products sold by application form are not sold directly: neither in the shop, nor at the point of sale, nor by staff. */
const onlyDirectSales = ({ from, ...read }: VariantSql): VariantSql => ({ ...read, from: sql`${from} and not p.by_application` })

/** Stock items of the catalogue. They are reserved if the inventory tracks them; otherwise the quantity is unlimited. */
export function stockLines({ kernel }: { kernel: Kernel }): LineKind {
  return {
    changeable: true,
    read: (ctx) => ({
      ...onlyDirectSales(variantSql(kernel, ctx, sql`c.subject_id`)),
      handover,
      link: sql`'/product/' || p.url`,
      // The variant's own weight, or else the product's weight; zero if neither is set.
      weight: sql`coalesce(nullif(s.weight_g, 0), (p.ext->'shipping'->>'weight_g')::int, 0)`,
    }),
    reserve: async (_tx, _document, requested) => requested.map(toDemand),
  }
}

/**
 * Prices that depend on the buyer: group or tier prices, quantity prices, and prices in a currency. They are shown as
 * savings from the usual price, each with its label. Lines of the same stock item are counted together.
 */
export const buyerPrices: AdjustmentProvider = {
  async prepare(ctx, { customer, currency, lines }, _choice, db) {
    const quantityByStock = new Map<number, number>()
    for (const { kind, subject_id, quantity } of lines)
      if (kind === 'stock') quantityByStock.set(subject_id, (quantityByStock.get(subject_id) ?? 0) + quantity)
    const found = await ownPrices(ctx, customer, [...quantityByStock.keys()], db)
    if (found.length === 0) return () => []
    const base = baseCurrency(ctx.kernel)
    const lowest = lines.map(({ kind, subject_id, unit }): PriceStep | undefined => {
      if (kind !== 'stock') return undefined
      const prices = found.filter(({ stock_id }) => stock_id === subject_id)
      return priceSteps(prices, unit, currency, base).findLast((p) => p.min_quantity <= (quantityByStock.get(subject_id) ?? 0))
    })
    const names = [...new Set(lowest.flatMap((p) => (p ? [p.title ?? ''] : [])))]
    return () =>
      names.map((name): Adjustment => {
        const namedPrices = lowest.map((p) => (p && (p.title ?? '') === name ? p : undefined))
        const rows = new Set(namedPrices.flatMap((p) => p?.id ?? []))
        return {
          label: name === '' ? ctx.kernel.i18n.t(ctx.language, 'sales:own_price') : name,
          ...(rows.size === 1 ? { source_id: [...rows][0] as number } : {}),
          shares: lines.map(({ unit, quantity }, i) => (unit - (namedPrices[i]?.unit ?? unit)) * quantity),
        }
      })
  },
}
