import { type Shape, t } from 'stoa'

/** Response types of the labels API. Screens import the types alone, not the schemas. */

/** A stock with the data of its label. */
export const LabelStock = t.object({
  id: t.id(),
  product_id: t.id(),
  sku: t.text(),
  code: t.text('What is printed as bars: the barcode, else the sku.'),
  name: t.text(),
  options: t.text('"Colour: Red · Size: M", empty without options.'),
  price: t.text('As it is printed, with the mark of the currency.'),
  quantity: t.int('Units that lie in the warehouses: as many labels as one may want.'),
})
export type LabelStock = Shape<typeof LabelStock>

export const LabelStocks = t.object({ data: t.list(LabelStock) })
export type LabelStocks = Shape<typeof LabelStocks>

/** The stocks of pasted or scanned codes, and the unknown codes. */
export const LabelsByCode = t.object({ data: t.list(LabelStock), missing: t.list(t.text()) })
export type LabelsByCode = Shape<typeof LabelsByCode>
