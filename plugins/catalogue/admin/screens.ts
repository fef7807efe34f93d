/** Admin components of this plugin. */
export const screens = {
  'catalogue/shop-link': () => import('./shop-link.tsx'),
  'catalogue/special-prices': () => import('./special-prices.tsx'),
  'catalogue/rebuild': () => import('./rebuild/index.tsx'),
}

/** Inputs of product fields. */
export const editors = {
  'attribute.position': () => import('./attribute/position.tsx'),
  'product.attributes': () => import('./attribute/product-attribute-field.tsx'),
  'product.images': () => import('./product-form/pictures.tsx'),
  'product.options': () => import('./product-form/options.tsx'),
  'product.stocks': () => import('./product-form/stocks.tsx'),
}

/** Fields the server generates from the name if blank. */
export const filled = ['product.sku', 'product.url', 'product.stocks.sku', 'attribute.values.code']
