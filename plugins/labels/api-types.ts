import { type Shape, t } from 'stoa'

/** Response types of the labels API. Screens import the types alone, not the schemas. */

/** A stock with the data of its label. */
export const LabelStock = t.object({
  id: t.id(),
  product_id: t.id(),
  sku: t.text(),
  code: t.text('Content of the barcode: the barcode, otherwise the SKU.'),
  name: t.text(),
  options: t.text('"Colour: Red · Size: M"; blank without options.'),
  price: t.text('As printed, with the currency symbol.'),
  quantity: t.int('Units in all warehouses, as the default number of labels.'),
})
export type LabelStock = Shape<typeof LabelStock>

export const LabelStocks = t.object({ data: t.list(LabelStock) })
export type LabelStocks = Shape<typeof LabelStocks>

/** The stocks of pasted or scanned codes, and the unknown codes. */
export const LabelsByCode = t.object({ data: t.list(LabelStock), missing: t.list(t.text()) })
export type LabelsByCode = Shape<typeof LabelsByCode>
