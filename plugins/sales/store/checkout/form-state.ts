import type { AddressInput, CheckoutInput, CheckoutPreview } from '../../api-types.ts'

/** Form state, flat: one name per control. */
export interface CheckoutForm {
  email: string
  first_name: string
  last_name: string
  country_code: string
  phone: string
  country: string
  /** Area of the country, if prices depend on it. */
  area: string
  address: string
  contact_number: string
  /** Id of the selected address of the address book; '' for none. */
  saved_address: string
  /** Save the entered address in the address book. */
  keep_address: boolean
  /** Another person receives the order: the next two fields apply. */
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
  pickup_point: string
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
  area: '',
  address: '',
  contact_number: '',
  saved_address: '',
  keep_address: true,
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
  pickup_point: '',
  payment_method: '',
  customer_note: '',
})

/**
 * Whether the delivery address has its own phone number. An account's address has one; a guest's number is used
 * unless another person receives the order.
 */
export const deliveryHasNumber = (form: CheckoutForm, guest: boolean): boolean => !guest || form.other_receiver

const getShipping = (form: CheckoutForm, guest: boolean): AddressInput => ({
  first_name: form.other_receiver ? form.receiver_first_name : form.first_name,
  last_name: form.other_receiver ? form.receiver_last_name : form.last_name,
  country: form.country,
  ...(form.area ? { area: form.area } : {}),
  contact_number: (deliveryHasNumber(form, guest) && form.contact_number) || form.phone,
  address: form.address,
})

const getBilling = (form: CheckoutForm): AddressInput => ({
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
  needsAddress: boolean
  guest: boolean
  /** The total on the button. */
  total: string
}

/** Request body of the form. Hidden fields are not sent. */
export const getBody = (form: CheckoutForm, frame: Frame): CheckoutInput => {
  const { email, first_name, last_name, country_code, phone } = form
  const shipping = frame.needsAddress ? getShipping(form, frame.guest) : undefined
  return {
    cart_id: frame.cartId,
    language: frame.language,
    currency: frame.currency,
    agreed_total: frame.total,
    ...(frame.guest ? { guest: { email, first_name, last_name, ...(phone ? { country_code, phone } : {}) } } : {}),
    ...(shipping ? { shipping_address: shipping, billing_address: form.billing_same ? shipping : getBilling(form) } : {}),
    ...(frame.needsShipping && form.shipping_method ? { shipping_method: form.shipping_method } : {}),
    ...(frame.needsShipping && !frame.needsAddress ? { pickup_point: form.pickup_point } : {}),
    ...(form.payment_method ? { payment_method: form.payment_method } : {}),
    ...(form.customer_note.trim() ? { customer_note: form.customer_note.trim() } : {}),
  }
}

/** Required fields, in page order. */
export const neededFields = (form: CheckoutForm, preview: CheckoutPreview, guest: boolean): FieldName[] => [
  ...(guest ? (['email', 'first_name', 'last_name'] as const) : []),
  ...(guest && preview.needs_address ? (['phone'] as const) : []),
  ...(preview.needs_shipping ? (['shipping_method'] as const) : []),
  ...(preview.needs_shipping && !preview.needs_address ? (['pickup_point'] as const) : []),
  ...(preview.needs_address ? addressFields(form, preview.areas, guest) : []),
  'payment_method',
]

const addressFields = (form: CheckoutForm, areas: readonly string[], guest: boolean): FieldName[] => [
  'country',
  ...(areas.length > 0 ? (['area'] as const) : []),
  ...(guest ? [] : (['first_name', 'last_name'] as const)),
  ...(form.other_receiver ? (['receiver_first_name', 'receiver_last_name'] as const) : []),
  'address',
  ...(guest ? [] : (['contact_number'] as const)),
  ...(form.billing_same
    ? []
    : (['billing_first_name', 'billing_last_name', 'billing_country', 'billing_address', 'billing_contact_number'] as const)),
]
