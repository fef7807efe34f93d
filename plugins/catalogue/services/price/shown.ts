import { type Ctx, formatMoney, parseMoney } from '#core'
import { baseCurrency } from '#plugins/currency/index'
import type { OwnPriceView, PriceRange } from '../../wire.ts'
import { priceRange } from '../lists/cards.ts'
import { customerIn, ownPrices } from './own.ts'

/** A stock with what everybody pays for one, in minor units of the base currency. */
interface Stock {
  view: { id: number }
  price: number
  pay: number
}

/** What this visitor pays below what everybody does, by stock. A price from a quantity on counts only where it is lower than one from fewer. */
export async function ownViews(ctx: Ctx, stocks: readonly Stock[]): Promise<Map<number, OwnPriceView[]>> {
  const ids = stocks.map(({ view }) => view.id)
  const found = await ownPrices(ctx, customerIn(ctx), ids)
  const views = new Map<number, OwnPriceView[]>()
  if (found.length === 0) return views
  const base = baseCurrency(ctx.kernel)
  for (const { view, pay } of stocks) {
    let lowest = pay
    const own = found.flatMap(({ stock_id, currency, min_quantity, price, title }): OwnPriceView[] => {
      if (stock_id !== view.id || price >= lowest || (currency !== null && currency !== base)) return []
      lowest = price
      return [{ min_quantity, price: formatMoney(price), title }]
    })
    if (own.length > 0) views.set(view.id, own)
  }
  return views
}

/** What one of each costs whoever has prices of their own. */
export function ownRange(stocks: readonly Stock[], own: ReadonlyMap<number, readonly OwnPriceView[]>): PriceRange | null {
  const priced = stocks.map(({ view, pay, price }) => {
    const one = own.get(view.id)?.find(({ min_quantity }) => min_quantity === 1)
    return { pay: one ? parseMoney(one.price) : pay, was: price }
  })
  const cheapest = priced.reduce((a, b) => (b.pay < a.pay ? b : a))
  return priceRange(cheapest.pay, Math.max(...priced.map(({ pay }) => pay)), cheapest.was)
}
