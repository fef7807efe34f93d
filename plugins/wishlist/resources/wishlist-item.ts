import { defineRecord, f } from 'stoa'

/** A product on a customer's wishlist. Read-only for staff. */
export const wishlistItem = defineRecord({
  name: 'wishlist_item',
  events: [],
  verbs: ['get', 'export'],
  label: 'product_id',
  sortBy: '-id',
  listCreated: true,
  audit: false,
  fields: {
    product_id: f.one('product', { list: true, filter: true, readOnly: true }),
    customer_id: f.one('customer', { list: true, filter: true, readOnly: true }),
    stock_id: f.maybe(f.one('stock', { list: true, readOnly: true })),
    note: f.text({ default: '', list: true, readOnly: true, search: true }),
  },
})
