import './loyalty.css'
import type { StoreParts } from 'stoa/store'

/** Membership and redemptions in the account, what is given for points, and points where a cart is shown. */
export const screens: StoreParts['screens'] = {
  'loyalty/account-membership': () => import('./account-membership/index.tsx'),
  'loyalty/account-redemptions': () => import('./account-redemptions/index.tsx'),
  'loyalty/redeem-list': () => import('./redeem-list/index.tsx'),
  'loyalty/redeem': () => import('./redeem/index.tsx'),
  'loyalty/use-points': () => import('./use-points/index.tsx'),
}
