/** Admin pieces of this plugin. */
export const screens = {}

/** Inputs for what a product is made of. */
export const editors = {
  'product.images': () => import('./product-form/pictures.tsx'),
  'product.options': () => import('./product-form/options.tsx'),
  'product.stocks': () => import('./product-form/stocks.tsx'),
}
