import { type Shape, t } from '#core'
import type { PaymentAction } from '../payments/index.ts'

/** What the store's public calls of this plugin take and answer. Pages import the types alone. Amounts are decimal strings in `currency`. */

/** A chosen option, translated: `Colour`, `Red`. */
const Option = t.object({ label: t.text(), value: t.text() })

export const CartItem = t.object({
  id: t.id(),
  stock_id: t.id(),
  product: t.object({ id: t.id(), name: t.text(), url: t.text(), type: t.text(), image: t.maybe(t.text()) }),
  sku: t.text(),
  options: t.list(Option),
  additional_options: t.record(t.text('What was asked for with it.')),
  quantity: t.int(),
  price: t.money(),
  special_price: t.maybe(t.money()),
  unit_price: t.money(),
  subtotal: t.money(),
  available_inventories: t.maybe(t.int('What could be bought now; null when it is not tracked.')),
  visibled: t.flag(),
  problem: t.optional(t.text('The line cannot be bought as it stands: checkout refuses until it is mended.')),
})
export type CartItem = Shape<typeof CartItem>

/** Answer of every cart call. */
export const CartView = t.object({
  cart_id: t.text('The server may answer another id than the one it was asked for: keep what it answers.'),
  items: t.list(CartItem),
  item_count: t.int(),
  subtotal: t.money(),
  discount: t.money(),
  total: t.money(),
  currency: t.text(),
  notices: t.list(t.text('Things to tell the shopper, for example a price that changed.')),
})
export type CartView = Shape<typeof CartView>

export interface AddressInput {
  first_name: string
  last_name: string
  /** Three-letter country code. */
  country: string
  /** Part of the country, where prices hang on it. */
  area?: string
  contact_number: string
  address: string
}

/** Body of `POST /api/checkout/preview` (everything but the cart optional) and `POST /api/checkout` (with an `Idempotency-Key` header). */
export interface CheckoutInput {
  cart_id: string
  language: string
  currency?: string
  guest?: { email: string; first_name: string; last_name: string; country_code?: string; phone?: string }
  shipping_address?: AddressInput
  billing_address?: AddressInput
  shipping_method?: string
  /** Code of the place, for ways where the goods are picked up. */
  pickup_point?: string
  payment_method?: string
  customer_note?: string
}

/** A way to pay or to receive, as offered for this cart. */
export interface Choice {
  code: string
  title: string
  description: string
  price?: string
}

/** A way to receive goods. */
export interface ShippingChoice extends Choice {
  price: string
  /** Working days until it is there. */
  days: { min: number; max: number } | null
  /** A place has to be chosen: `GET /api/shipping/point?method=`. */
  pickup: boolean
}

export interface CheckoutPreview {
  cart: CartView
  /** False when nothing in the cart is shipped: no address, no shipping method. */
  needs_shipping: boolean
  /** False when the goods are picked up. */
  needs_address: boolean
  /** Areas of the country that prices hang on; one has to be chosen when there are any. */
  areas: string[]
  shipping_methods: ShippingChoice[]
  payment_methods: Choice[]
  subtotal: string
  discount: string
  shipping: string
  total: string
  currency: string
  notices: string[]
}

/** What the payment method wants next; as payments tell it. */
export type { PaymentAction } from '../payments/index.ts'

export interface CheckoutAnswer {
  order: { order_number: string; status: string; total: string; currency: string }
  payment: { method: string; action: PaymentAction }
  /** The same, flat: where the browser goes next. */
  order_number: string
  redirect_url: string
  /** The same of a card page. */
  key?: string
  /** Opens the guest's order page; shown once, kept by the store in the success link. */
  access_token: string
}

/** Answer of `GET /api/order/result?order=`: number, status and total, nothing personal. */
export interface OrderResult {
  order_number: string
  status: string
  status_label: string
  total: string
  currency: string
  payment: {
    method: string
    title: string
    instructions: string
    /** Why the last try failed, where it did. */
    message: string
    /** What is still to be done to pay: instructions, a code. Only for whoever may see the whole order. */
    action?: PaymentAction
  }
}

/** Answer of `GET /api/order/{number}?token=` for its guest, for its signed-in customer, or (`?pay=`) for whoever was sent a pay link. */
export interface OrderView extends OrderResult {
  payment_status: string
  fulfilment_status: string
  placed_at: string
  /** Until when the goods are held for payment. */
  hold_expires_at: string | null
  email: string
  lines: {
    id: number
    name: string
    sku: string
    options: { label: string; value: string }[]
    quantity: number
    shipped: number
    returned: number
    /** Units a return can be asked for. */
    returnable: number
    unit_price: string
    total: string
    image: string | null
  }[]
  subtotal: string
  discount: string
  shipping: string
  paid: string
  refunded: string
  shipping_title: string
  shipping_address: AddressInput | null
  pickup: { name: string; address: string; hours: string } | null
  history: { status: string; status_label: string; at: string }[]
  shipments: {
    number: string
    status: string
    status_label: string
    carrier_name: string
    tracking_number: string
    tracking_url: string
    collect: boolean
    ready_at: string | null
    shipped_at: string | null
    lines: { name: string; quantity: number }[]
  }[]
  comments: { id: number; author: string; name: string; body: string; at: string }[]
  returns: { number: string; status: string; status_label: string; at: string }[]
  refunds: { number: string; amount: string; status: string; status_label: string; at: string }[]
  /** Ways it can be paid now. */
  payment_methods: { code: string; title: string }[]
  /** What may be done with it now. */
  may: { pay: boolean; proof: boolean; cancel: boolean; comment: boolean; return: boolean; receipt: boolean }
}

/** One of `GET /api/order`. */
export interface OrderSummary {
  id: number
  order_number: string
  status: string
  status_label: string
  total: string
  currency: string
  placed_at: string
  items: number
}
