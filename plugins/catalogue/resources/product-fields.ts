import { f } from 'stoa'
import { productOption, productImage } from './option.ts'
import { productAttribute } from './product-attribute.ts'
import { stock } from './stock.ts'

/** Fields of a product. */
export const productFields = {
  name: f.text({ localized: true, list: 2, sort: true, search: true }),
  sku: f.text({ unique: true, list: 3, sort: true, search: true, maxLength: 100, inline: true }),
  url: f.slug({ unique: true, slugOf: 'name', slugLength: 20, search: true }),
  type: f.pick(['general', 'service', 'booking', 'virtual'], { default: 'general', filter: true }),
  by_application: f.flag({
    default: false,
    readOnly: true,
    form: false,
    sheet: false,
    docs: 'Asked for by a form, and not sold by itself.',
  }),
  description: f.maybe(f.rich({ localized: true })),
  short_description: f.maybe(f.rich({ localized: true, small: true })),
  images: f.rows(productImage, { by: 'product_id', group: 'media' }),
  options: f.rows(productOption, { by: 'product_id', group: 'stock', sheet: false }),
  stocks: f.rows(stock, {
    by: 'product_id',
    group: 'stock',
    default: [{}],
  }),
  visibled: f.flag({ default: true, list: 8, filter: true, inline: true, batch: true, group: 'side' }),
  categories: f.many('category', { through: 'product_category', creatable: true, list: 7, filter: true, group: 'organisation' }),
  brand_id: f.maybe(f.one('brand', { creatable: true, filter: true, group: 'organisation' })),
  attributes: f.rows(productAttribute, { by: 'product_id', group: 'organisation', sheet: false }),
  tags: f.tags({ maxItems: 30, group: 'organisation' }),
  is_new: f.flag({ default: false, filter: true, batch: true, group: 'organisation' }),
  is_featured: f.flag({ default: false, filter: true, batch: true, group: 'organisation' }),
  is_hot: f.flag({ default: false, filter: true, batch: true, group: 'organisation' }),
  track_inventories: f.flag({ default: true, group: 'side' }),
  has_expiry_date: f.flag({ default: false, group: 'side', showIf: { field: 'type', in: ['general'] } }),
  meta_title: f.maybe(f.text({ localized: true, group: 'seo' })),
  meta_description: f.maybe(f.area({ localized: true, group: 'seo', maxLength: 500 })),
}

export type ProductFields = typeof productFields
