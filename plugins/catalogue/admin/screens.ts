/** Admin pieces of this plugin. */
export const screens = {
  'catalogue/shop-link': () => import('./shop-link.tsx'),
  'catalogue/special-prices': () => import('./special-prices.tsx'),
  'catalogue/rebuild': () => import('./rebuild/index.tsx'),
}

/** Inputs for what a product is made of. */
export const editors = {
  'attribute.position': () => import('./attribute/position.tsx'),
  'product.attributes': () => import('./attribute/of-product.tsx'),
  'product.images': () => import('./product-form/pictures.tsx'),
  'product.options': () => import('./product-form/options.tsx'),
  'product.stocks': () => import('./product-form/stocks.tsx'),
}

/** What the server makes from the name when it is left empty. */
export const filled = ['product.sku', 'product.url', 'product.stocks.sku', 'attribute.values.code']
