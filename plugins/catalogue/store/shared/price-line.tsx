import { Link, useMoney, useT } from 'stoa/store'
import type { PriceInCurrency } from './price-in.ts'
import { useGates } from './use-gates.ts'

/** A price in lists and on the product page; the regular price is struck through beside a special price. */
export const PriceLine = ({ price, large = false }: { price: PriceInCurrency | null; large?: boolean }) => {
  const t = useT()
  const money = useMoney()
  const gates = useGates()
  if (!price || !gates.price) {
    return (
      <p className="price">
        <Link to="/login" className="price-hidden">
          {t('catalogue.sign_in_for_price')}
        </Link>
      </p>
    )
  }
  const now =
    price.from === price.to ? money(price.from, price.currency) : t('catalogue.price_from', { amount: money(price.from, price.currency) })
  return (
    <p className={large ? 'price price-large' : 'price'}>
      {price.was && (
        <>
          <span className="visually-hidden">{t('catalogue.price_now')} </span>
        </>
      )}
      <span className={price.was ? 'price-sale' : undefined}>{now}</span>
      {price.was && (
        <s className="price-was">
          <span className="visually-hidden">{t('catalogue.price_was')} </span>
          {money(price.was, price.currency)}
        </s>
      )}
    </p>
  )
}
