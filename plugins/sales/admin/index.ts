/** Admin screens of this plugin. */
export const screens = {
  'sales/order-view': () => import('./order-view/order-view.tsx'),
}
