import { HeartIcon, announce, useT } from 'stoa/store'
import { useWishes } from '../load-wishlist.ts'

interface HeartProps {
  data?: null
  about?: { id: number; name: string }
}

/** Heart button of a product, pressed when it is on the list. Rendered after hydration only. */
export default function Heart({ about }: HeartProps) {
  const t = useT()
  const { ids, change } = useWishes()
  if (!about) return null
  const isInWishlist = ids?.includes(about.id) ?? false
  const handleClick = async () => {
    const now = await change(about.id)
    if (now !== undefined) announce(t(now ? 'wishlist.kept' : 'wishlist.dropped', { name: about.name }))
  }
  return (
    <button
      type="button"
      className="heart"
      aria-pressed={isInWishlist}
      aria-label={t('wishlist.heart', { name: about.name })}
      onClick={() => void handleClick()}
    >
      <HeartIcon />
    </button>
  )
}
