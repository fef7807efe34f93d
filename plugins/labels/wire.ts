/** What the calls for labels answer. Types only. */

/** A stock with what its label says. */
export interface LabelStock {
  id: number
  product_id: number
  sku: string
  /** What is printed as bars: the barcode, else the sku. */
  code: string
  name: string
  /** "Colour: Red · Size: M", empty without options. */
  options: string
  price: string
  /** Units that lie in the warehouses: as many labels as one may want. */
  quantity: number
}
