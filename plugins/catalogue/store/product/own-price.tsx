import { useMoney, useT } from '../../../../ui-store/src/kit/index.ts'
import type { OwnPriceView, PriceRange, ProductView, StockView } from '../../wire.ts'

/** The visitor's own price for one when so many are taken; undefined when everybody pays the same. */
export const ownPriceFor = (stock: StockView, quantity: number): OwnPriceView | undefined =>
  stock.own_prices?.findLast(({ min_quantity }) => min_quantity <= Math.max(1, quantity))

/** What one costs when so many are taken: the visitor's own price, else everybody's. */
export const priceOf = (product: ProductView, stock: StockView | undefined, quantity: number): PriceRange | null => {
  if (!stock) return product.price
  if (stock.price === null) return null
  const now = ownPriceFor(stock, quantity)?.price ?? stock.special_price ?? stock.price
  return { from: now, to: now, was: now === stock.price ? null : stock.price }
}

/** Why this visitor pays what they pay, and what more of it would cost. */
export const OwnPrices = ({ stock, quantity }: { stock: StockView | undefined; quantity: number }) => {
  const t = useT()
  const money = useMoney()
  const own = stock?.own_prices ?? []
  if (!stock || own.length === 0) return null
  const current = ownPriceFor(stock, quantity)
  return (
    <div className="own-prices">
      {current?.title && <p className="own-price-title">{current.title}</p>}
      {own.some(({ min_quantity }) => min_quantity > 1) && (
        <ul aria-label={t('catalogue.quantity_prices')}>
          {own
            .filter(({ min_quantity }) => min_quantity > 1)
            .map((one) => (
              <li key={one.min_quantity} aria-current={one === current || undefined}>
                {t('catalogue.from_quantity', { quantity: one.min_quantity, amount: money(one.price) })}
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}
