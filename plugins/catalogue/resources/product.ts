import { defineResource, sql } from 'stoa'
import { reindexAll } from '../services/lists/reindex.ts'
import { optionColumn, readOptions, writeOptions } from '../services/option-sheet.ts'
import { anyValueWarnings } from '../services/product/any-value.ts'
import { checkProduct } from '../services/product/check.ts'
import { parseProductInput, completeProduct } from '../services/product/fill.ts'
import { productCard, productPage } from '../api-types.ts'
import { productColumns } from './product-columns.ts'
import { productFields } from './product-fields.ts'

/** A product: physical item, service, booking or download. Its stock items are added to carts. */
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
    seo: ['seo'],
  },
  verbs: ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export', 'clone'],
  fields: productFields,
  columns: productColumns,
  publicView: { page: productPage, card: productCard },
  sheet: {
    columns: optionColumn,
    write: (row) => writeOptions(row),
    read: (cells, input, _, old) => readOptions(cells, input, old),
    warn: anyValueWarnings,
  },
  hooks: {
    parseInput: parseProductInput,
    beforeValidate: completeProduct,
    validate: checkProduct,
    // A deferred trigger does the same for each product at commit, unless it was done already.
    afterImport: ({ tx, ids }) => reindexAll(tx, ids),
    // Frees its codes for reuse; the rows stay for orders and the ledger.
    afterDelete: async ({ tx, row }) => {
      await tx.run(sql`update stock set deleted_at = now(), updated_at = now() where product_id = ${row.id} and deleted_at is null`)
    },
  },
  copy: (row, copied) => ({
    visibled: false,
    // A copy gets new skus and barcodes.
    stocks: copied.stocks?.filter((_, i) => row.stocks[i]?.visibled).map(({ sku: _, barcode: __, ...stock }) => stock),
    options: row.options.map(({ key, label, values }) => ({
      key,
      label,
      values: values.map(({ code, label: name }) => ({ code, label: name })),
    })),
  }),
})
