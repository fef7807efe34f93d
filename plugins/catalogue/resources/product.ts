import { defineResource, sql, type StoredOf } from '#core'
import { checkProduct } from '../services/product/check.ts'
import { acceptProduct, prepareProduct } from '../services/product/fill.ts'
import { type ProductFields, productFields } from './product-fields.ts'

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
  fields: productFields,
  hooks: {
    accept: acceptProduct,
    prepare: prepareProduct,
    check: checkProduct,
    // Its codes are free again; the rows stay for orders and the ledger.
    removed: async ({ tx, row }) => {
      await tx.run(sql`update stock set deleted_at = now(), updated_at = now() where product_id = ${row.id} and deleted_at is null`)
    },
  },
  copy: (row) => ({
    visibled: false,
    stocks: row.stocks.filter((stock) => stock.visibled).map(copyOfStock),
    options: row.options.map(({ key, label, values }) => ({
      key,
      label,
      values: values.map(({ code, label: name }) => ({ code, label: name })),
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
  inventories,
}: StoredOf<ProductFields>['stocks'][number]) => ({
  price,
  special_price,
  cost,
  values,
  stock_notification,
  points_to_redeem,
  redemption_limit,
  weight_g,
  inventories: [...new Set(inventories.filter((line) => line.visibled).map((line) => line.warehouse_id))].map((id) => ({
    warehouse_id: id,
    quantity: 0,
  })),
})
