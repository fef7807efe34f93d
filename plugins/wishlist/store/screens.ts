import './wishlist.css'
import type { StoreParts } from 'stoa/store'

/** Wishlist page, heart button and header link. */
export const screens: StoreParts['screens'] = {
  'wishlist/page': () => import('./page/index.tsx'),
  'wishlist/heart': () => import('./heart/index.tsx'),
  'wishlist/link': () => import('./link/index.tsx'),
}
