import { type Ctx, text, translate } from '#core'
import { ownPrices } from '#plugins/catalogue/index'
import { baseCurrency } from '#plugins/currency/index'
import type { Adjuster, Adjustment } from './adjusters.ts'
import { unitPrice } from './quote.ts'

/**
 * Prices that are not everybody's: what a group or tier pays, what larger quantities cost, what is asked in a currency. They
 * are told as what they save beside the usual price, each under its name. Lines of one stock count together.
 */
export const ownPrice: Adjuster = {
  async prepare(ctx, { customer, currency, lines }, _choice, db) {
    const taken = new Map<number, number>()
    for (const { kind, subject_id, quantity } of lines) if (kind === 'stock') taken.set(subject_id, (taken.get(subject_id) ?? 0) + quantity)
    const found = await ownPrices(ctx, customer, [...taken.keys()], db)
    if (found.length === 0) return () => []
    const base = baseCurrency(ctx.kernel)
    const fitting = found
      .filter((p) => p.min_quantity <= (taken.get(p.stock_id) ?? 0) && (p.currency === null || p.currency === currency.code))
      .map((p) => ({ ...p, unit: p.currency === null || p.currency === base ? unitPrice(p.price, currency.rate) : p.price }))
    const lowest = lines.map(({ kind, subject_id, unit }) =>
      fitting
        .filter((p) => kind === 'stock' && p.stock_id === subject_id && p.unit < unit)
        .reduce<(typeof fitting)[number] | undefined>((best, p) => (best && best.unit <= p.unit ? best : p), undefined),
    )
    const names = [...new Set(lowest.flatMap((p) => (p ? [p.title ?? ''] : [])))]
    return () =>
      names.map((name): Adjustment => {
        const own = lowest.map((p) => (p && (p.title ?? '') === name ? p : undefined))
        const rows = new Set(own.flatMap((p) => p?.id ?? []))
        return {
          label: name === '' ? said(ctx) : name,
          ...(rows.size === 1 ? { source_id: [...rows][0] as number } : {}),
          shares: lines.map(({ unit, quantity }, i) => (unit - (own[i]?.unit ?? unit)) * quantity),
        }
      })
  },
}

const said = (ctx: Ctx): string => String((translate(ctx.kernel, ctx.language, [text('sales:own_price')]) as string[])[0])
