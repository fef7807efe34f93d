import './loyalty.css'
import type { StoreParts } from '#store'

/** Membership in the account, and points where a cart is shown. */
export const screens: StoreParts['screens'] = {
  'loyalty/account-membership': () => import('./account-membership/index.tsx'),
  'loyalty/use-points': () => import('./use-points/index.tsx'),
}
