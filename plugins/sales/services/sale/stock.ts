import { type Kernel, sql } from 'stoa'
import { ownPrices, priceSteps, type PriceStep, type VariantSql, variantSql } from 'stoa/plugins/catalogue'
import { baseCurrency } from 'stoa/plugins/currency'
import type { AdjustmentProvider, Adjustment } from './adjustment-providers.ts'
import type { LineKind, RequestedUnits } from './line-kinds.ts'

/** Of the types of products, goods are sent, what is virtual is there at once, and the rest is done by somebody. */
const handover = sql`case p.type when 'general' then 'sent' when 'virtual' then 'none' else 'later' end`

const demand = ({ subject_id, ...rest }: RequestedUnits) => ({ ...rest, stock_id: subject_id })

/** What is asked for by a form is sold by its application, and not by itself: neither in the shop, nor at the counter, nor by staff. */
const stocksOnly = ({ from, ...read }: VariantSql): VariantSql => ({ ...read, from: sql`${from} and not p.by_application` })

/** Stocks of the catalogue, reserved where somebody counts them: else they are sold in any number. */
export function stockLines({ kernel }: { kernel: Kernel }): LineKind {
  return {
    changeable: true,
    read: (ctx) => ({
      ...stocksOnly(variantSql(kernel, ctx, sql`c.subject_id`)),
      handover,
      link: sql`'/product/' || p.url`,
      // A variant that was weighed by itself; of the others, what their product weighs. Nothing weighs nothing.
      weight: sql`coalesce(nullif(s.weight_g, 0), (p.ext->'shipping'->>'weight_g')::int, 0)`,
    }),
    reserve: async (_tx, _document, requested) => requested.map(demand),
  }
}

/**
 * Prices of stocks that are not everybody's: what a group or tier pays, what larger quantities cost, what is asked in a currency. They
 * are told as what they save beside the usual price, each under its name. Lines of one stock count together.
 */
export const ownPrice: AdjustmentProvider = {
  async prepare(ctx, { customer, currency, lines }, _choice, db) {
    const taken = new Map<number, number>()
    for (const { kind, subject_id, quantity } of lines) if (kind === 'stock') taken.set(subject_id, (taken.get(subject_id) ?? 0) + quantity)
    const found = await ownPrices(ctx, customer, [...taken.keys()], db)
    if (found.length === 0) return () => []
    const base = baseCurrency(ctx.kernel)
    const lowest = lines.map(({ kind, subject_id, unit }): PriceStep | undefined => {
      if (kind !== 'stock') return undefined
      const prices = found.filter(({ stock_id }) => stock_id === subject_id)
      return priceSteps(prices, unit, currency, base).findLast((p) => p.min_quantity <= (taken.get(subject_id) ?? 0))
    })
    const names = [...new Set(lowest.flatMap((p) => (p ? [p.title ?? ''] : [])))]
    return () =>
      names.map((name): Adjustment => {
        const own = lowest.map((p) => (p && (p.title ?? '') === name ? p : undefined))
        const rows = new Set(own.flatMap((p) => p?.id ?? []))
        return {
          label: name === '' ? ctx.kernel.i18n.t(ctx.language, 'sales:own_price') : name,
          ...(rows.size === 1 ? { source_id: [...rows][0] as number } : {}),
          shares: lines.map(({ unit, quantity }, i) => (unit - (own[i]?.unit ?? unit)) * quantity),
        }
      })
  },
}
