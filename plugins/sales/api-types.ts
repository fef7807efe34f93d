import { type Shape, t } from 'stoa'
import { PaymentAction } from 'stoa/plugins/payments'
import { PickupPlace } from 'stoa/plugins/shipping'

/**
 * Request and response types of the store's public API of this plugin. Pages import only the types. Amounts are
 * decimal strings in `currency`.
 */

/** A chosen option, translated: `Colour`, `Red`. */
const Option = t.object({ label: t.text(), value: t.text() })

export const CartItem = t.object({
  id: t.id(),
  kind: t.text('Line type: `stock`, or another that a plugin sells.'),
  subject_id: t.id('Id of the item within its line type.'),
  stock_id: t.maybe(t.id('The same for a variant.')),
  link: t.maybe(t.text('Path of its store page without language.')),
  product: t.object({ id: t.maybe(t.id()), name: t.text(), url: t.text(), type: t.text(), image: t.maybe(t.text()) }),
  sku: t.text(),
  options: t.list(Option),
  additional_options: t.record(t.text('Options of the line, such as an engraving.')),
  quantity: t.int(),
  price: t.money(),
  special_price: t.maybe(t.money()),
  unit_price: t.money(),
  subtotal: t.money(),
  discounts: t.list(t.object({ label: t.text(), amount: t.money() })),
  available_inventories: t.maybe(t.int('Available units; null if untracked.')),
  visibled: t.flag(),
  problem: t.optional(t.text('Why the line cannot be bought; checkout is rejected until it is corrected.')),
})
export type CartItem = Shape<typeof CartItem>

/** A price reduction. */
export const Adjustment = t.object({
  kind: t.text(),
  label: t.text(),
  code: t.maybe(t.text('The code the buyer entered.')),
  amount: t.money(),
  shipping: t.money('Part of it that reduces shipping.'),
})
export type Adjustment = Shape<typeof Adjustment>

/** A free item and the reason for it. */
export const GiftLine = t.object({
  name: t.text(),
  image: t.maybe(t.text()),
  link: t.maybe(t.text()),
  options: t.list(Option),
  quantity: t.int(),
  label: t.text(),
})

const tax = {
  code: t.text(),
  label: t.text('In the language of the sale.'),
  rate: t.number('Percent.'),
  amount: t.money('Included in the total.'),
}

/** A tax that prices include. */
export const Tax = t.object(tax)
export type Tax = Shape<typeof Tax>

/** A tax of an order, with its refunded part. */
export const OrderTax = t.object({ ...tax, refunded: t.money('Refunded part.') })
export type OrderTax = Shape<typeof OrderTax>

const taxes = t.list(Tax)

/** Response of every cart call. */
export const CartView = t.object({
  cart_id: t.text('May differ from the requested id; store the returned one.'),
  items: t.list(CartItem),
  item_count: t.int(),
  subtotal: t.money(),
  discount: t.money(),
  adjustments: t.list(Adjustment),
  choices: t.record(t.any()),
  gifts: t.list(GiftLine),
  hints: t.list(t.text('Hints, such as the amount missing for a promotion.')),
  total: t.money(),
  taxes,
  currency: t.text(),
  notices: t.list(t.text('Notices for the shopper, such as a changed price.')),
})
export type CartView = Shape<typeof CartView>

/** A shipping or billing address. */
export const Address = t.object({
  first_name: t.text(),
  last_name: t.text(),
  country: t.text('Three-letter country code.'),
  area: t.optional(t.text('Part of the country, if prices depend on it.')),
  contact_number: t.text(),
  address: t.text(),
})
export type AddressInput = Shape<typeof Address>

/** Body of `POST /api/checkout/preview` (everything but the cart optional) and `POST /api/checkout` (with an `Idempotency-Key` header). */
export interface CheckoutInput {
  cart_id: string
  language: string
  currency?: string
  guest?: { email: string; first_name: string; last_name: string; country_code?: string; phone?: string }
  shipping_address?: AddressInput
  billing_address?: AddressInput
  shipping_method?: string
  /** Code of the pickup place, for pickup shipping methods. */
  pickup_point?: string
  payment_method?: string
  customer_note?: string
  /** Total the buyer agreed to. A higher total is rejected. */
  agreed_total?: string
  /** E-mail address a guest entered; used by the preview only. */
  email?: string
}

const choice = { code: t.text(), title: t.text(), description: t.text() }

/** A payment method available for this cart. */
export const Choice = t.object(choice)
export type Choice = Shape<typeof Choice>

/** A shipping method available for this cart. */
export const ShippingChoice = t.object({
  ...choice,
  price: t.money(),
  /** Delivery time in working days. */
  days: t.maybe(t.object({ min: t.int(), max: t.int() })),
  pickup: t.flag('Requires a pickup place: `GET /api/shipping/point?method=`.'),
})
export type ShippingChoice = Shape<typeof ShippingChoice>

export const CheckoutPreview = t.object({
  cart: CartView,
  needs_shipping: t.flag('False when nothing in the cart is shipped: no address and no shipping method needed.'),
  needs_address: t.flag('False for pickup.'),
  areas: t.list(t.text('Areas of the country on which prices depend; one is required if there are any.')),
  shipping_methods: t.list(ShippingChoice),
  payment_methods: t.list(Choice),
  subtotal: t.money(),
  discount: t.money(),
  shipping: t.money(),
  adjustments: t.list(Adjustment),
  gifts: t.list(GiftLine),
  hints: t.list(t.text()),
  total: t.money(),
  taxes,
  currency: t.text(),
  notices: t.list(t.text()),
})
export type CheckoutPreview = Shape<typeof CheckoutPreview>

/** Next step the payment method requires; defined by payments. */
export type { PaymentAction } from 'stoa/plugins/payments'

export const CheckoutResponse = t.object({
  order: t.object({ order_number: t.text(), status: t.text(), total: t.money(), currency: t.text() }),
  payment: t.object({ method: t.text(), action: PaymentAction }),
  order_number: t.text(),
  redirect_url: t.text('Address the browser opens next.'),
  key: t.optional(t.text('Key of the card page.')),
  access_token: t.text("Access token of the guest's order page; returned once and kept by the store in the success link."),
})
export type CheckoutResponse = Shape<typeof CheckoutResponse>

/** Result of a checkout. */
export const OrderResult = t.object({
  order_number: t.text(),
  status: t.text(),
  status_label: t.text(),
  total: t.money(),
  due: t.money('Amount due.'),
  currency: t.text(),
  payment: t.object({
    method: t.text(),
    title: t.text(),
    instructions: t.text(),
    message: t.text('Why the last payment attempt failed.'),
    action: t.optional(PaymentAction),
  }),
})
export type OrderResult = Shape<typeof OrderResult>

/** Response of `GET /api/order/result?order=`. It has no personal data, and amounts only for the person who ordered. */
export const OrderOutcome = t.object({
  ...OrderResult.properties,
  total: t.maybe(t.money('Null without the token of the order or its customer.')),
  due: t.maybe(t.money('Amount due. Null without the token of the order or its customer.')),
})
export type OrderOutcome = Shape<typeof OrderOutcome>

/** An order line for the shopper; other plugins add members through `SHOPPER_PARTS`. */
export const SoldLine = t.object({
  id: t.id(),
  name: t.text(),
  sku: t.text(),
  options: t.list(Option),
  quantity: t.int(),
  shipped: t.int(),
  returned: t.int(),
  unit_price: t.money(),
  total: t.money(),
  image: t.maybe(t.text()),
  gift: t.flag('A free item.'),
  why: t.text('Reason for the free item; empty for other lines.'),
  discounts: t.list(t.object({ label: t.text(), amount: t.money() })),
})

/** A status and the time it was reached. */
export const step = { status: t.text(), status_label: t.text(), at: t.dateTime() }

/** Actions the shopper may take on an order now; other plugins add members through `SHOPPER_PARTS`. */
export const May = t.object({ pay: t.flag(), proof: t.flag(), cancel: t.flag(), comment: t.flag(), receipt: t.flag() })

/**
 * Response of `GET /api/order/{number}?token=` for the guest or the signed-in customer of the order, or with `?pay=`
 * for the holder of a pay link. Plugins add members through `SHOPPER_PARTS`.
 */
export const OrderView = t.both(
  OrderResult,
  t.object({
    payment_status: t.text(),
    fulfilment_status: t.text(),
    placed_at: t.dateTime(),
    hold_expires_at: t.maybe(t.dateTime('Expiry of the reservation.')),
    email: t.text(),
    lines: t.list(SoldLine),
    subtotal: t.money(),
    discount: t.money(),
    discounts: t.list(t.object({ label: t.text('Empty if it has no label.'), amount: t.money() })),
    shipping: t.money(),
    off_sending: t.list(t.text('Labels of the reductions of shipping.')),
    taxes: t.list(OrderTax),
    paid: t.money(),
    refunded: t.money(),
    shipping_title: t.text(),
    shipping_address: t.maybe(Address),
    pickup: t.maybe(PickupPlace),
    history: t.list(t.object(step)),
    comments: t.list(t.object({ id: t.id(), author: t.text(), name: t.text(), body: t.text(), at: t.dateTime() })),
    /** Payment methods available now. */
    payment_methods: t.list(t.object({ code: t.text(), title: t.text() })),
    /** Actions allowed now. */
    may: May,
  }),
)
export type OrderView = Shape<typeof OrderView>

/** A restarted payment, with the address the payer goes to. */
export const PayAgain = t.object({
  order_number: t.text(),
  payment: t.object({ method: t.text(), action: PaymentAction }),
  redirect_url: t.text(),
})
export type PayAgain = Shape<typeof PayAgain>

/** An entry of `GET /api/order`. */
export const OrderSummary = t.object({
  id: t.id(),
  order_number: t.text(),
  status: t.text(),
  status_label: t.text(),
  total: t.money(),
  currency: t.text(),
  placed_at: t.dateTime(),
  items: t.int(),
})
export type OrderSummary = Shape<typeof OrderSummary>
