import { type Ctx, formatMoney, sql } from 'stoa'
import { baseCurrency, getRate, unitPrice } from 'stoa/plugins/currency'
import type { OwnPriceView, PriceRange } from '../../api-types.ts'
import { customerIn, hasOwnPrices, notForAll, ownPrices, priceSteps, type PriceStep } from './own-prices.ts'
import { effectiveSql } from './price-to-pay.ts'
import { type OwnPrices, type PricedStock, visitorRange } from './range.ts'

/** Own prices of this visitor, by stock item. */
export async function toOwnPriceViews(ctx: Ctx, stocks: readonly PricedStock[]): Promise<Map<number, OwnPrices>> {
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
      const rate = getRate(ctx.kernel, currency)
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

/** Price ranges of listed products for this visitor, by product: only those with a lower own price or a price in another currency. */
export async function visitorRanges(ctx: Ctx, products: readonly number[]): Promise<Map<number, PriceRange>> {
  const ranges = new Map<number, PriceRange>()
  if (products.length === 0 || !(await hasOwnPrices(ctx))) return ranges
  const rows = await ctx.kernel.db.rows<{ product: number; id: number; price: number; pay: number }>(
    sql`select s.product_id as product, s.id, s.price_minor as price, ${effectiveSql} as pay from stock s
      where s.product_id = any(${[...products]}::bigint[]) and s.visibled
        and exists (select from stock o join stock_price d on d.stock_id = o.id where o.product_id = s.product_id and d.enabled and ${notForAll})
      order by s.product_id, s.id`,
    'catalogue.stocks-with-own-prices',
  )
  const stocks = rows.map(({ id, ...row }) => ({ ...row, view: { id } }))
  const ownPrices = await toOwnPriceViews(ctx, stocks)
  for (const product of new Set(stocks.map((stock) => stock.product))) {
    const list = stocks.filter((stock) => stock.product === product)
    const range = list.some(({ view }) => ownPrices.has(view.id)) ? visitorRange(ctx, list, ownPrices) : null
    if (range) ranges.set(product, range)
  }
  return ranges
}
