import type { AddressInput, CheckoutInput, CheckoutPreview } from '../../wire.ts'

/** What the form holds, flat: one name per control. */
export interface CheckoutForm {
  email: string
  first_name: string
  last_name: string
  country_code: string
  phone: string
  country: string
  address: string
  contact_number: string
  /** Someone else receives it: then these two count. */
  other_receiver: boolean
  receiver_first_name: string
  receiver_last_name: string
  billing_same: boolean
  billing_first_name: string
  billing_last_name: string
  billing_country: string
  billing_contact_number: string
  billing_address: string
  shipping_method: string
  payment_method: string
  customer_note: string
}

export type FieldName = keyof CheckoutForm

export const emptyForm = (countryCode: string, country: string): CheckoutForm => ({
  email: '',
  first_name: '',
  last_name: '',
  country_code: countryCode,
  phone: '',
  country,
  address: '',
  contact_number: '',
  other_receiver: false,
  receiver_first_name: '',
  receiver_last_name: '',
  billing_same: true,
  billing_first_name: '',
  billing_last_name: '',
  billing_country: country,
  billing_contact_number: '',
  billing_address: '',
  shipping_method: '',
  payment_method: '',
  customer_note: '',
})

const shippingOf = (form: CheckoutForm): AddressInput => ({
  first_name: form.other_receiver ? form.receiver_first_name : form.first_name,
  last_name: form.other_receiver ? form.receiver_last_name : form.last_name,
  country: form.country,
  contact_number: form.contact_number || form.phone,
  address: form.address,
})

const billingOf = (form: CheckoutForm): AddressInput => ({
  first_name: form.billing_first_name,
  last_name: form.billing_last_name,
  country: form.billing_country,
  contact_number: form.billing_contact_number,
  address: form.billing_address,
})

interface Frame {
  cartId: string
  language: string
  currency: string
  needsShipping: boolean
  guest: boolean
}

/** The form as the server wants it. What is not asked is not sent. */
export const bodyOf = (form: CheckoutForm, frame: Frame): CheckoutInput => {
  const { email, first_name, last_name, country_code, phone } = form
  const shipping = frame.needsShipping ? shippingOf(form) : undefined
  return {
    cart_id: frame.cartId,
    language: frame.language,
    currency: frame.currency,
    ...(frame.guest ? { guest: { email, first_name, last_name, ...(phone ? { country_code, phone } : {}) } } : {}),
    ...(shipping ? { shipping_address: shipping, billing_address: form.billing_same ? shipping : billingOf(form) } : {}),
    ...(shipping && form.shipping_method ? { shipping_method: form.shipping_method } : {}),
    ...(form.payment_method ? { payment_method: form.payment_method } : {}),
    ...(form.customer_note.trim() ? { customer_note: form.customer_note.trim() } : {}),
  }
}

/** Fields a person has to fill, top to bottom as they stand on the page. */
export const neededFields = (form: CheckoutForm, preview: CheckoutPreview, guest: boolean): FieldName[] => [
  ...(guest ? (['email', 'first_name', 'last_name'] as const) : []),
  ...(preview.needs_shipping
    ? ([
        ...(form.other_receiver ? (['receiver_first_name', 'receiver_last_name'] as const) : []),
        'country',
        'address',
        'contact_number',
        ...(form.billing_same
          ? []
          : (['billing_first_name', 'billing_last_name', 'billing_country', 'billing_address', 'billing_contact_number'] as const)),
        'shipping_method',
      ] as const)
    : []),
  'payment_method',
]
