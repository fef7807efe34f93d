import { HeartIcon, Link, useT } from 'stoa/store'
import { useWishes } from '../load-wishlist.ts'

/** Header link to the wishlist with its number of products. */
export default function WishlistLink() {
  const t = useT()
  const { ids } = useWishes()
  const count = ids?.length ?? 0
  return (
    <Link to="/wishlist" className="icon-button wishlist-link" preload={false} aria-label={t('wishlist.link', { count })}>
      <HeartIcon />
      {count > 0 && (
        <span className="bar-count" key={count} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  )
}
