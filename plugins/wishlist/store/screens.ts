import './wishlist.css'
import type { StoreParts } from 'stoa/store'

/** The page, the heart on every product and the link in the header. */
export const screens: StoreParts['screens'] = {
  'wishlist/page': () => import('./page/index.tsx'),
  'wishlist/heart': () => import('./heart/index.tsx'),
  'wishlist/link': () => import('./link/index.tsx'),
}
