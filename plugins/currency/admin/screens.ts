/** The base currency is one of those that are listed. */
export const editors = {
  'currency.base_currency': () => import('./base-currency.tsx'),
}
