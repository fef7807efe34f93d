import { type ParsedFields, f } from 'stoa'
import { addressFields } from '../../sale/checkout-input.ts'
import { lineFields } from '../draft-input.ts'
import { MAX_LINES } from '../input.ts'

/** An existing line and its new quantity; zero removes it. */
const existing = { order_line_id: f.int({ min: 1 }), quantity: f.int({ min: 0, max: 9_999 }) }

const contact = {
  first_name: f.text(),
  last_name: f.text({ default: '' }),
  country_code: f.maybe(f.text({ maxLength: 4 })),
  phone: f.maybe(f.phone()),
}

/** What staff may change of a placed order; absent fields stay. */
export const changeFields = {
  version: f.int({ min: 1, docs: 'The version of the order the change started from; an older one is refused.' }),
  lines: f.items(existing, { default: [], maxItems: MAX_LINES }),
  add: f.items(lineFields, { default: [], maxItems: MAX_LINES }),
  customer: f.maybe(f.group(contact)),
  shipping_address: f.maybe(f.group(addressFields)),
  shipping_method: f.maybe(f.text({ maxLength: 60 })),
  pickup_point: f.maybe(f.text({ maxLength: 60 })),
}
export type ChangeInput = ParsedFields<typeof changeFields>

/** The same with the total that was shown to the staff member, for applying the change. */
export const applyFields = { ...changeFields, agreed_total: f.maybe(f.money()) }
