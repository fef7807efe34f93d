/** The base currency is selected among the supported ones. */
export const editors = {
  'currency.base_currency': () => import('./base-currency.tsx'),
}
