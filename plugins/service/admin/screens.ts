/** Admin screens of this plugin. */
export const screens = {
  'service/view': () => import('./view.tsx'),
  'service/products': () => import('./products/list.tsx'),
  'service/product-create': () => import('./products/create.tsx'),
  'service/product-edit': () => import('./products/edit.tsx'),
}
