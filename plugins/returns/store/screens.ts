import type { StoreParts } from 'stoa/store'

/** What it shows in the page of an order. */
export const screens: StoreParts['screens'] = {
  'returns/of-order': () => import('./of-order.tsx'),
}
