import { defineResource, f, type FieldsRow } from 'stoa'

const MAX_UNITS = 999_999
const fixed = { readOnly: true } as const
const textField = (maxLength: number) => f.text({ default: '', maxLength })
const amount = f.money({ default: '0.00' })

/** A line of an imported order. */
export const orderImportLine = defineResource({
  name: 'order_import_line',
  verbs: [],
  label: 'item',
  fields: {
    order_import_id: f.one('order_import', { ...fixed, sheet: false }),
    sku: textField(100),
    item: f.text({ maxLength: 500 }),
    quantity: f.int({ default: 1, min: 0, max: MAX_UNITS }),
    price: f.money(),
    line_discount: f.money({ default: '0.00' }),
  },
})

/** The fields of imported orders, for code that writes their orders. */
export const importFields = {
  imported_from: f.text({ list: 1, filter: true, maxLength: 40 }),
  imported_number: f.text({ list: 2, search: true, maxLength: 60 }),
  placed_at: f.instant({ list: 3, sort: true, filter: true }),
  status: f.pick(['completed', 'canceled', 'refunded'], { default: 'completed', list: 5, filter: true, widget: 'status' }),
  email: f.maybe(f.email({ list: 4, search: true })),
  first_name: textField(200),
  last_name: textField(100),
  phone: textField(40),
  currency: f.text({ default: '', maxLength: 3 }),
  exchange_rate: f.maybe(f.decimal()),
  subtotal: f.maybe(f.money()),
  discount: f.money({ default: '0.00', min: -100_000_000_000 }),
  discount_code: textField(200),
  shipping: amount,
  tax: amount,
  total: f.money({ list: 6, sort: true }),
  outstanding: f.maybe(f.money({ min: -100_000_000_000 })),
  refunded: f.money({ default: '0.00', min: -100_000_000_000 }),
  payment_title: textField(200),
  shipping_title: textField(200),
  recipient: textField(200),
  recipient_last_name: textField(100),
  recipient_phone: textField(40),
  street: textField(300),
  street2: textField(300),
  city: textField(100),
  province: textField(100),
  zip: textField(30),
  country: textField(60),
  billing_street: textField(300),
  billing_street2: textField(300),
  billing_city: textField(100),
  billing_province: textField(100),
  billing_zip: textField(30),
  billing_country: textField(60),
  customer_note: f.area({ default: '', maxLength: 5_000 }),
  earn_points: f.flag({ default: false }),
  order_id: f.maybe(f.one('order', { ...fixed, sheet: false })),
  erased_at: f.maybe(f.instant({ ...fixed, sheet: false, form: false })),
  lines: f.rows(orderImportLine, { by: 'order_import_id' }),
}

/** A row of an imported order. Amounts are texts. */
export type ImportRow = FieldsRow<typeof importFields>
