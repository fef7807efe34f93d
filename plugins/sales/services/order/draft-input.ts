import { type ParsedFields, f, locales } from 'stoa'
import { MOST_PRICE } from 'stoa/plugins/currency'
import { addressFields } from '../sale/checkout-input.ts'
import { MAX_LINES } from './input.ts'

/** An order line entered by staff. */
export const lineFields = {
  /** Shorthand for a line of the line type `stock`. */
  stock_id: f.maybe(f.int({ min: 1 })),
  kind: f.maybe(f.text({ maxLength: 40 })),
  subject_id: f.maybe(f.int({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  quantity: f.int({ min: 1, max: 9_999 }),
  unit_price: f.maybe(f.money({ max: MOST_PRICE })),
  price_reason: f.text({ default: '', maxLength: 200 }),
  /** Automatic adjustments apply to `unit_price` too; otherwise it is final. */
  discountable: f.flag({ default: false }),
}
export type DraftLineInput = ParsedFields<typeof lineFields>

const buyerFields = {
  email: f.maybe(f.email()),
  first_name: f.text({ default: '' }),
  last_name: f.text({ default: '' }),
  country_code: f.maybe(f.text({ maxLength: 4 })),
  phone: f.maybe(f.phone()),
}

/** An order entered by staff. */
export const draftFields = {
  customer_id: f.maybe(f.int({ min: 1 })),
  customer: f.maybe(f.group(buyerFields)),
  language: f.maybe(f.pick(locales)),
  lines: f.items(lineFields, { default: [], maxItems: MAX_LINES }),
  currency: f.text({ default: '', maxLength: 3 }),
  choices: f.maybe(f.json<Record<string, unknown>>()),
  discount: f.money({ default: '0.00' }),
  discount_label: f.text({ default: '', maxLength: 120 }),
  shipping: f.money({ default: '0.00' }),
  shipping_title: f.text({ default: '', maxLength: 120 }),
  shipping_method_id: f.maybe(f.int({ min: 1 })),
  shipping_address: f.maybe(f.group(addressFields)),
  billing_address: f.maybe(f.group(addressFields)),
  payment_method: f.text({ default: '', maxLength: 60 }),
  customer_note: f.area({ default: '', maxLength: 2_000 }),
}
export type DraftInput = ParsedFields<typeof draftFields>

/** An empty draft. */
export const emptyDraft: DraftInput = {
  customer_id: null,
  customer: null,
  language: null,
  lines: [],
  currency: '',
  choices: null,
  discount: '0.00',
  discount_label: '',
  shipping: '0.00',
  shipping_title: '',
  shipping_method_id: null,
  shipping_address: null,
  billing_address: null,
  payment_method: '',
  customer_note: '',
}
