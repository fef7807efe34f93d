import type { Row } from 'stoa/api-types'
import type { SaleableStock } from '../../admin-api-types.ts'
import type { Address, FullOrder, Order } from '../order-view/types.ts'

/** Form state of a line. */
export interface FormLine {
  kind: string
  subject_id: number
  name: string
  sku: string
  physical: boolean
  /** Catalogue price, if known. */
  usual: string
  quantity: string
  price: string
  priceReason: string
  /** Automatic adjustments also apply to the entered price. */
  discountable: boolean
}

/** Form state of an order. */
export interface OrderForm {
  customer_id: number | null
  person: ReturnType<typeof getPerson> & { email: string }
  language: string
  lines: FormLine[]
  discount: string
  discount_label: string
  shipping_method_id: string
  shipping_title: string
  shipping: string
  payment_method: string
  deliver: boolean
  address: Address
  note: string
  /** Choices for adjustment providers. */
  choices: Order['choices']
}

type Named = Pick<Order, 'first_name' | 'last_name' | 'country_code' | 'phone'>

export type Customer = Row & Named & { email: string }

/** Names and phone number as form state. */
export const getPerson = ({ first_name, last_name, country_code, phone }: Named) => ({
  first_name,
  last_name,
  country_code: country_code ?? '',
  phone: phone ?? '',
})

export const noAddress: Address = { first_name: '', last_name: '', country: 'HKG', contact_number: '', address: '' }

export const emptyForm = (language: string): OrderForm => ({
  customer_id: null,
  person: { email: '', first_name: '', last_name: '', country_code: '852', phone: '' },
  language,
  lines: [],
  discount: '',
  discount_label: '',
  shipping_method_id: '',
  shipping_title: '',
  shipping: '',
  payment_method: '',
  deliver: false,
  address: noAddress,
  note: '',
  choices: {},
})

/** A draft as form state; a price other than the catalogue's has its reason. */
export const getForm = ({ order, lines, adjustments }: FullOrder): OrderForm => ({
  ...emptyForm(order.language),
  customer_id: order.customer_id,
  person: { email: order.email, ...getPerson(order) },
  // Free items are derived, so they are not part of the form.
  lines: order.lines
    .filter(({ gift }) => !gift)
    .map((l) => ({
      kind: l.kind,
      subject_id: l.subject_id ?? 0,
      name: [l.name, ...l.options.map((o) => o.value)].join(' – '),
      sku: l.sku,
      physical: lines.some((extra) => extra.id === l.id && extra.physical),
      usual: l.price_reason ? '' : l.unit,
      quantity: String(l.quantity),
      price: l.unit,
      priceReason: l.price_reason,
      discountable: l.price_reason !== '' && l.discountable,
    })),
  ...byHand(adjustments),
  shipping_title: order.shipping_title,
  shipping: typed(cents(order.shipping) + adjustments.reduce((sum, a) => sum + cents(a.shipping), 0)),
  deliver: order.shipping_address !== null,
  address: order.shipping_address ?? noAddress,
  note: order.customer_note,
  choices: order.choices,
})

const cents = (text: string) => Math.round(Number(text || 0) * 100)
const typed = (minor: number) => (minor > 0 ? (minor / 100).toFixed(2) : '')

/** Manual discount by staff, without automatic adjustments. */
function byHand(adjustments: FullOrder['adjustments']): Pick<OrderForm, 'discount' | 'discount_label'> {
  const manualAdjustment = adjustments.find(({ kind }) => kind === 'manual')
  return { discount: manualAdjustment ? typed(-cents(manualAdjustment.amount)) : '', discount_label: manualAdjustment?.label ?? '' }
}

/** A stock item as a new line. */
export const getLine = (s: SaleableStock): FormLine => ({
  kind: 'stock',
  subject_id: s.id,
  name: [s.name, s.options].filter(Boolean).join(' – '),
  sku: s.sku,
  physical: s.physical,
  usual: s.price,
  quantity: '1',
  price: s.price,
  priceReason: '',
  discountable: false,
})

const amount = (text: string) => (text.trim() === '' ? '0.00' : text)

/** Request body. A walk-in without an e-mail address creates no customer. */
export function toBody(f: OrderForm): Record<string, unknown> {
  const { phone, country_code, ...person } = f.person
  return {
    ...(f.customer_id === null ? { customer: { ...person, ...(phone ? { phone, country_code } : {}) } } : { customer_id: f.customer_id }),
    language: f.language,
    lines: f.lines.map((l) => ({
      kind: l.kind,
      subject_id: l.subject_id,
      quantity: Number(l.quantity) || 0,
      ...(l.price === l.usual ? {} : { unit_price: amount(l.price), price_reason: l.priceReason, discountable: l.discountable }),
    })),
    discount: amount(f.discount),
    discount_label: f.discount_label,
    shipping: amount(f.shipping),
    shipping_title: f.shipping_title,
    shipping_method_id: f.shipping_method_id ? Number(f.shipping_method_id) : null,
    payment_method: f.payment_method,
    shipping_address: f.deliver ? f.address : null,
    customer_note: f.note,
    choices: f.choices,
  }
}

/** Estimated total for display; the server computes the binding one. */
export function getTotal(f: OrderForm): string {
  const goods = f.lines.reduce((sum, l) => sum + cents(l.price) * (Number(l.quantity) || 0), 0)
  return ((goods - cents(f.discount) + cents(f.shipping)) / 100).toFixed(2)
}
