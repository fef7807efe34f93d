import type { Ctx } from 'stoa'
import type { suite } from './suite.ts'
import { fine } from './selling-shop.ts'

/** Helpers of the catalogue tests to create and read records. */
export function createCatalogueHelpers(shop: ReturnType<typeof suite>) {
  let n = 0
  const make = async (resource: string, body: object) => fine(await shop.owner.post(`/api/admin/${resource}`, body)).body
  return {
    make,
    /** A product with one stock at ten dollars. */
    product(more: object = {}) {
      const sku = `ASK-${++n}`
      return make('product', { name: `Thing ${n}`, sku, url: sku.toLowerCase(), stocks: [{ price: '10.00' }], ...more })
    },
    ctx: (language: Ctx['language'] = 'en-US'): Ctx => ({ ...shop.it.ctx, language }),
    db: () => shop.it.kernel.db,
    /** Changes settings of the shop. */
    rules: (values: Record<string, unknown>) => shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'shop', values, 'en-US'),
  }
}
