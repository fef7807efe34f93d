import type { Article } from '../api-types.ts'

/** Something a counter sells for a dollar, unless more is said of it. */
export const createArticle = (id: number, more: Partial<Article> = {}): Article => ({
  ...{ id, product_id: id, sku: `S${id}`, barcode: null, name: `Thing ${id}`, choice: '', price: '1.00', pay: '1.00' },
  ...{ image: null, available: null, categories: [], price_signature: '' },
  ...more,
})
