import type { StoreParts } from 'stoa/store'

/** Components on the order page. */
export const screens: StoreParts['screens'] = {
  'fulfilment/parcels': () => import('./parcels.tsx'),
}
