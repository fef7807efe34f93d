/** Admin components of this plugin. */
export const screens = {
  'fulfilment/parcels': () => import('./parcels.tsx'),
}
