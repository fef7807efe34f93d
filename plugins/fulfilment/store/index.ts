import type { StoreParts } from '#store'

/** What it shows in the page of an order. */
export const screens: StoreParts['screens'] = {
  'fulfilment/parcels': () => import('./parcels.tsx'),
}
