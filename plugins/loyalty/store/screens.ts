import './loyalty.css'
import type { StoreParts } from 'stoa/store'

/** Account pages for membership and redemptions, the redemption catalogue, and points in the cart. */
export const screens: StoreParts['screens'] = {
  'loyalty/account-membership': () => import('./account-membership/index.tsx'),
  'loyalty/account-redemptions': () => import('./account-redemptions/index.tsx'),
  'loyalty/redeem-list': () => import('./redeem-list/index.tsx'),
  'loyalty/redeem': () => import('./redeem/index.tsx'),
  'loyalty/use-points': () => import('./use-points/index.tsx'),
}
