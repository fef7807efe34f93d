import { ProductGrid } from 'stoa/plugins/catalogue/store'
import { GoTo, Link, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import { useWishes } from '../load-wishlist.ts'

/** Only signed-in customers have this page; the list is loaded after hydration. */
export const load = ({ bootstrap }: ScreenContext): Promise<null> => {
  if (!bootstrap.signedIn) throw new GoTo('/login?next=%2Fwishlist')
  return Promise.resolve(null)
}

export const head = (_: null, { t }: ScreenContext): HeadInfo => ({ title: t('wishlist.title'), path: '/wishlist', noindex: true })

/** The wishlist page. The heart on each card removes the product. */
export default function WishlistScreen() {
  const t = useT()
  const { ids, view } = useWishes()
  const cards = view?.data.map((item) => item.product) ?? []
  return (
    <div className="page">
      <h1>{t('wishlist.title')}</h1>
      <noscript>
        <p className="note">{t('wishlist.needs_script')}</p>
      </noscript>
      {ids !== null && <output className="muted">{t('wishlist.count', { count: cards.length })}</output>}
      {cards.length > 0 && <ProductGrid cards={cards} level={2} />}
      {ids !== null && cards.length === 0 && (
        <div className="empty-state">
          <p>{t('wishlist.empty')}</p>
          <Link className="button" to="/">
            {t('shell.to_home')}
          </Link>
        </div>
      )}
    </div>
  )
}
