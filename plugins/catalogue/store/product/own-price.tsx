import { convert, type Currency, discountedPrice, useCurrency, useMoney, useT } from 'stoa/store'
import type { OwnPriceView, ProductView, StockView } from '../../api-types.ts'
import { priceIn, type PriceInCurrency } from '../shared/price-in.ts'

/** Own prices of a visitor in a currency; without one in the base currency, to be converted. */
interface VisitorPrices {
  prices: readonly OwnPriceView[]
  currency?: string
}

/** The visitor's own prices of a stock item: in the selected currency if there are any, or else in the base currency. */
export const ownPricesIn = (stock: StockView, chosen: Currency): VisitorPrices => {
  const foreign = stock.currency_prices?.find(({ currency }) => currency === chosen.identifier)
  return foreign ?? { prices: stock.own_prices ?? [] }
}

/** The price for a quantity; undefined if the regular price applies. */
const reached = (prices: readonly OwnPriceView[], quantity: number): OwnPriceView | undefined =>
  prices.findLast(({ min_quantity }) => min_quantity <= Math.max(1, quantity))

/** Unit price for a quantity: the visitor's own, or else the regular one. */
export const getPrice = (
  product: ProductView,
  stock: StockView | undefined,
  quantity: number,
  chosen: Currency,
): PriceInCurrency | null => {
  if (!stock) return product.price && priceIn(product.price, chosen)
  if (stock.price === null) return null
  const { prices, currency } = ownPricesIn(stock, chosen)
  const [usual, list] = [stock.special_price ?? stock.price, stock.price].map((amount) =>
    currency === undefined ? amount : convert(amount, chosen.rate, currency),
  ) as [string, string]
  const now = reached(prices, quantity)?.price ?? usual
  return { from: now, to: now, was: now === list ? null : list, ...(currency === undefined ? {} : { currency }) }
}

/** Reason for the visitor's price, and the prices for larger quantities. */
export const OwnPrices = ({ stock, quantity }: { stock: StockView | undefined; quantity: number }) => {
  const t = useT()
  const money = useMoney()
  const chosen = useCurrency()
  if (!stock) return null
  const { prices: ownPrices, currency } = ownPricesIn(stock, chosen)
  if (ownPrices.length === 0) return null
  const current = reached(ownPrices, quantity)
  return (
    <div className="own-prices">
      {current?.title && <p className="own-price-title">{current.title}</p>}
      {ownPrices.some(({ min_quantity }) => min_quantity > 1) && (
        <ul aria-label={t('catalogue.quantity_prices')}>
          {ownPrices
            .filter(({ min_quantity }) => min_quantity > 1)
            .map((priceTier) => (
              <li key={priceTier.min_quantity} aria-current={priceTier === current || undefined}>
                {t('catalogue.from_quantity', { quantity: priceTier.min_quantity, amount: money(priceTier.price, currency) })}
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}

/** Customer discount that applies in the cart. */
export const DiscountLine = ({ discount, price }: { discount: ProductView['customer_discount']; price: PriceInCurrency | null }) => {
  const t = useT()
  const money = useMoney()
  const chosen = useCurrency()
  if (!discount || !price) return null
  const { currency = chosen.identifier } = price
  const from = price.currency === undefined ? convert(price.from, chosen.rate, currency) : price.from
  const amount = money(discountedPrice(from, discount.percent, currency), currency)
  const { title, percent } = discount
  return <p className="own-price-title">{t('catalogue.customer_discount', { title, percent, amount })}</p>
}
