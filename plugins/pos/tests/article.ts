import type { Article } from '../api-types.ts'

/** An article that costs 1.00 unless overridden. */
export const createArticle = (id: number, more: Partial<Article> = {}): Article => ({
  ...{ id, product_id: id, sku: `S${id}`, barcode: null, name: `Thing ${id}`, choice: '', price: '1.00', pay: '1.00' },
  ...{ image: null, available: null, categories: [], price_signature: '' },
  ...more,
})
