/** Inputs of this plugin's fields. */
export const editors = {
  'shipping_zone.country': () => import('./country-input.tsx'),
}
