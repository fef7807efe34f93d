/** Admin components of this plugin. */
export const screens = {
  'returns/in-timeline': () => import('./in-timeline.tsx'),
  'returns/of-order': () => import('./order-returns.tsx'),
}
