import type { StoreParts } from 'stoa/store'

/** What it shows in the page of an order. */
export const screens: StoreParts['screens'] = {
  'fulfilment/parcels': () => import('./parcels.tsx'),
}
