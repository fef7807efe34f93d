import type { StoreParts } from 'stoa/store'

/** Components on the order page. */
export const screens: StoreParts['screens'] = {
  'returns/of-order': () => import('./order-returns.tsx'),
}
