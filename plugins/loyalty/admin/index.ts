/** Admin screens of this plugin. */
export const screens = {
  'loyalty/of-customer': () => import('./of-customer.tsx'),
}
