import { type Ctx, formatMoney, parseMoney } from '#core'
import { baseCurrency, rateOf, unitPrice } from '#plugins/currency/index'
import type { OwnPriceView, PriceRange, StockView } from '../../wire.ts'
import { priceRange } from '../lists/cards.ts'
import { customerIn, ownPrices, priceSteps, type PriceStep } from './own.ts'

/** A stock with what everybody pays for one, in minor units of the base currency. */
interface Stock {
  view: { id: number }
  price: number
  pay: number
}

/** What this visitor pays below what everybody does: in the base currency, and in each currency that has prices of its own. */
export type OwnPrices = Pick<StockView, 'own_prices' | 'currency_prices'>

/** What this visitor pays below what everybody does, by stock. */
export async function ownViews(ctx: Ctx, stocks: readonly Stock[]): Promise<Map<number, OwnPrices>> {
  const ids = stocks.map(({ view }) => view.id)
  const found = await ownPrices(ctx, customerIn(ctx), ids)
  const views = new Map<number, OwnPrices>()
  if (found.length === 0) return views
  const base = baseCurrency(ctx.kernel)
  for (const { view, pay } of stocks) {
    const prices = found.filter(({ stock_id }) => stock_id === view.id)
    const stepsIn = (code: string, rate: string) =>
      priceSteps(prices, unitPrice(pay, { code, rate }), { code, rate }, base).map(toOwnPriceView)
    const own_prices = stepsIn(base, '1')
    const foreign = new Set(prices.flatMap(({ currency }) => (currency === null || currency === base ? [] : [currency])))
    const currency_prices = [...foreign].flatMap((currency) => {
      const rate = rateOf(ctx.kernel, currency)
      return rate === undefined ? [] : [{ currency, prices: stepsIn(currency, rate) }]
    })
    if (own_prices.length + currency_prices.length === 0) continue
    views.set(view.id, {
      ...(own_prices.length > 0 ? { own_prices } : {}),
      ...(currency_prices.length > 0 ? { currency_prices } : {}),
    })
  }
  return views
}

const toOwnPriceView = ({ min_quantity, unit, title }: PriceStep): OwnPriceView => ({ min_quantity, price: formatMoney(unit), title })

/** What one of each costs whoever has prices of their own. */
export function ownRange(stocks: readonly Stock[], own: ReadonlyMap<number, OwnPrices>): PriceRange | null {
  const priced = stocks.map(({ view, pay, price }) => {
    const one = own.get(view.id)?.own_prices?.find(({ min_quantity }) => min_quantity === 1)
    return { pay: one ? parseMoney(one.price) : pay, was: price }
  })
  const cheapest = priced.reduce((a, b) => (b.pay < a.pay ? b : a))
  return priceRange(cheapest.pay, Math.max(...priced.map(({ pay }) => pay)), cheapest.was)
}
