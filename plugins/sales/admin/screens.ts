/** Admin screens of this plugin. */
export const screens = {
  'sales/order-view': () => import('./order-view/order-view.tsx'),
  'sales/order-board': () => import('./order-board/index.tsx'),
  'sales/order-edit': () => import('./order-edit/order-edit.tsx'),
  'sales/order-list-actions': () => import('./list-actions.tsx'),
}
