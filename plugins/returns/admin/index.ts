/** Admin pieces of this plugin. */
export const screens = {
  'returns/of-order': () => import('./of-order.tsx'),
}
