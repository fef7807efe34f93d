import { Type } from '@sinclair/typebox'
import { defineResource, type DraftInput, f } from 'stoa'
import { MOST_PRICE } from 'stoa/plugins/currency'
import { toChoice, type Choice } from '../domain/identity.ts'
import { priceWarnings } from '../services/price/warnings.ts'
import { optionCells, readOptionCells } from '../services/option-cells.ts'

const fields = {
  product_id: f.one('product', { list: true, filter: true }),
  sku: f.text({ unique: true, maxLength: 100, list: true, sort: true, search: true }),
  barcode: f.maybe(f.text({ unique: true, maxLength: 100, list: true, search: true })),
  values: f.json<Choice>({ unique: true, default: {}, shape: Type.Object({}), sheet: false, clean: toChoice }),
  price: f.money({ max: MOST_PRICE }),
  special_price: f.maybe(f.money({ max: MOST_PRICE })),
  cost: f.maybe(f.money()),
  visibled: f.flag({ default: true, filter: true, sheet: false }),
  recover: f.flag({ default: false, readOnly: true, sheet: false }),
  stock_notification: f.int({ default: 0, min: 0 }),
  image: f.maybe(f.image()),
  weight_g: f.maybe(f.int({ min: 0, max: 10_000_000 })),
  order: f.int({ default: 0, sheet: false, readOnly: true }),
}

/** A variant of a product. `values` holds the value code by option key. */
export const stock = defineResource({
  name: 'stock',
  verbs: ['get'],
  match: 'sku',
  sortBy: 'sku',
  hide: 'visibled',
  softDelete: true,
  fields,
  hooks: { beforeValidate: markRecovered },
  sheet: {
    columns: optionCells,
    write: (row) => readOptionCells.write(row),
    read: (cells, input, _, old) => readOptionCells.read(cells, input, old),
    warn: priceWarnings,
  },
})

/** Marks a stock item that was removed and added again until the next write, so that staff notice it. */
function markRecovered({ mode, old, input }: DraftInput<typeof fields>): void {
  if (mode === 'create') return
  const back = old?.visibled === false && input.visibled === true
  if (back || old?.recover === true) input.recover = back
}
