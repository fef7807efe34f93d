/** Admin components of this plugin. */
export const screens = {
  'inventory/count': () => import('./count/count-screen.tsx'),
  'inventory/line': () => import('./line/line-panel.tsx'),
  'inventory/of-stock': () => import('./product/stock-inventory.tsx'),
}

/** Inputs for the fields that inventory adds to products. */
export const editors = {
  'product.inventories_histories': () => import('./product/history.tsx'),
}
