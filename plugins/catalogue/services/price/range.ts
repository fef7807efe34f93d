import { type Ctx, formatMoney, parseMoney } from 'stoa'
import { getRate, unitPrice } from 'stoa/plugins/currency'
import type { PriceRange, StockView } from '../../api-types.ts'

/** A stock item with its regular price in minor units of the base currency. */
export interface PricedStock {
  view: { id: number }
  price: number
  pay: number
}

/** Prices of this visitor below the regular ones: in the base currency, and in each currency with its own prices. */
export type OwnPrices = Pick<StockView, 'own_prices' | 'currency_prices'>

type Amounts = Pick<PriceRange, 'from' | 'to' | 'was'>

/** A price range in minor units; null without a price. */
export function priceRange(lowest: number | null, highest: number | null, was: number | null): Amounts | null {
  if (lowest === null) return null
  return { from: formatMoney(lowest), to: formatMoney(highest ?? lowest), was: was === null || was <= lowest ? null : formatMoney(was) }
}

/** Price range for a visitor with own prices: in the base currency, and in each currency with its own prices. */
export function visitorRange(ctx: Ctx, stocks: readonly PricedStock[], ownPrices: ReadonlyMap<number, OwnPrices>): PriceRange | null {
  const base = getRange(stocks.map(({ view, pay, price }) => ({ pay: priceOfOne(ownPrices.get(view.id)?.own_prices) ?? pay, was: price })))
  if (!base) return null
  const codes = new Set(stocks.flatMap(({ view }) => ownPrices.get(view.id)?.currency_prices?.map(({ currency }) => currency) ?? []))
  const currencies = [...codes].toSorted().flatMap((currency) => {
    const rate = getRate(ctx.kernel, currency)
    if (rate === undefined) return []
    const inCurrency = (minor: number) => unitPrice(minor, { code: currency, rate })
    const range = getRange(
      stocks.map(({ view, pay, price }) => {
        const prices = ownPrices.get(view.id)?.currency_prices?.find((entry) => entry.currency === currency)?.prices
        return { pay: priceOfOne(prices) ?? inCurrency(pay), was: inCurrency(price) }
      }),
    )
    return range ? [{ currency, ...range }] : []
  })
  return { ...base, ...(currencies.length > 0 ? { currencies } : {}) }
}

const priceOfOne = (prices: OwnPrices['own_prices']): number | undefined => {
  const unitPrice = prices?.find(({ min_quantity }) => min_quantity === 1)
  return unitPrice && parseMoney(unitPrice.price)
}

function getRange(stocks: readonly { pay: number; was: number }[]): Amounts | null {
  const [first, ...rest] = stocks
  if (!first) return null
  const cheapest = rest.reduce((a, b) => (b.pay < a.pay ? b : a), first)
  return priceRange(cheapest.pay, Math.max(...stocks.map(({ pay }) => pay)), cheapest.was)
}
