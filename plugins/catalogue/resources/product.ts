import { defineResource, f, type Row, sql } from '#core'
import { checkProduct } from '../services/product/check.ts'
import { prepareProduct } from '../services/product/fill.ts'

/** Something that can be sold: goods, a service, a booking or a download. Its stocks are what goes into a cart. */
export const product = defineResource({
  name: 'product',
  label: 'name',
  match: 'sku',
  locked: true,
  softDelete: true,
  tabs: {
    main: ['main', 'side', 'organisation'],
    media: ['media'],
    stock: ['stock'],
    rewards: ['redemption', 'commission'],
    seo: ['seo'],
    history: ['history'],
  },
  verbs: ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export', 'clone'],
  fields: {
    name: f.text({ localized: true, list: true, sort: true, search: true }),
    sku: f.text({ unique: true, list: true, sort: true, search: true, maxLength: 100, inline: true }),
    url: f.slug({ unique: true, slugOf: 'name', slugLength: 20, search: true }),
    type: f.pick(['general', 'service', 'booking', 'virtual'], { default: 'general', filter: true }),
    is_approval_required: f.flag({ default: false, showIf: { field: 'type', in: ['service'] } }),
    form_id: f.maybe(f.one('form', { whenThere: true, showIf: { field: 'type', in: ['service'] } })),
    description: f.maybe(f.rich({ localized: true })),
    short_description: f.maybe(f.rich({ localized: true, sheet: false })),
    images: f.rows('product_image', { by: 'product_id', group: 'media', sheet: false }),
    options: f.rows('product_option', { by: 'product_id', group: 'stock', sheet: false }),
    stocks: f.rows('stock', {
      by: 'product_id',
      group: 'stock',
      default: [{ points_to_redeem: 0, redemption_limit: 0, inventories: [{ quantity: 0 }] }],
    }),
    visibled: f.flag({ default: true, list: 5, filter: true, inline: true, batch: true, group: 'side' }),
    categories: f.many('category', { through: 'product_category', grow: true, list: 4, filter: true, group: 'organisation' }),
    brand_id: f.maybe(f.one('brand', { grow: true, filter: true, group: 'organisation' })),
    attributes: f.rows('product_attribute', { by: 'product_id', group: 'organisation', sheet: false }),
    tags: f.tags({ maxItems: 30, group: 'organisation' }),
    is_new: f.flag({ default: false, filter: true, batch: true, group: 'organisation' }),
    is_featured: f.flag({ default: false, filter: true, batch: true, group: 'organisation' }),
    is_hot: f.flag({ default: false, filter: true, batch: true, group: 'organisation' }),
    track_inventories: f.flag({ default: true, group: 'side' }),
    has_expiry_date: f.flag({ default: false, group: 'side' }),
    is_redeemable: f.flag({ default: false, group: 'redemption' }),
    redeem_start_date: f.maybe(f.date({ group: 'redemption', showIf: { field: 'is_redeemable', in: [true] } })),
    redeem_end_date: f.maybe(f.date({ group: 'redemption', showIf: { field: 'is_redeemable', in: [true] } })),
    commissions: f.rows('product_commission', { by: 'product_id', group: 'commission', sheet: false }),
    meta_title: f.maybe(f.text({ localized: true, group: 'seo' })),
    meta_description: f.maybe(f.area({ localized: true, group: 'seo', maxLength: 500 })),
    inventories_histories: f.rows('inventory_history', { by: 'product_id', group: 'history', readOnly: true, sheet: false }),
  },
  hooks: {
    prepare: prepareProduct,
    check: checkProduct,
    // Its codes are free again; the rows stay for orders and the ledger.
    removed: async ({ tx, row }) => {
      await tx.run(sql`update stock set deleted_at = now(), updated_at = now() where product_id = ${row.id} and deleted_at is null`)
    },
  },
  copy: (row: Row) => ({
    visibled: false,
    stocks: (row.stocks as Row[]).filter((stock) => stock.visibled).map(copyOfStock),
    options: (row.options as Row[]).map(({ key, label, values }) => ({
      key,
      label,
      values: (values as Row[]).map(({ code, label: name }) => ({ code, label: name })),
    })),
  }),
})

/** Sku and barcode are made anew, and every warehouse it lay in gets one empty line. */
const copyOfStock = ({
  price,
  special_price,
  cost,
  values,
  stock_notification,
  points_to_redeem,
  redemption_limit,
  weight_g,
  ...row
}: Row) => ({
  price,
  special_price,
  cost,
  values,
  stock_notification,
  points_to_redeem,
  redemption_limit,
  weight_g,
  inventories: [...new Set((row.inventories as Row[]).filter((line) => line.visibled).map((line) => line.warehouse_id))].map((id) => ({
    warehouse_id: id,
    quantity: 0,
  })),
})
