import { type ParsedFields, basic, type Ctx, f, AppError, type Fields, INVALID, message, type Message } from 'stoa'
import type { Quote } from './quote.ts'

/** A shipping or billing address. */
export const addressFields = {
  first_name: f.text(),
  last_name: f.text(),
  country: f.text({ minLength: 3, maxLength: 3 }),
  area: f.text({ default: '', maxLength: 120 }),
  contact_number: f.phone(),
  address: f.area({ maxLength: 500 }),
}
export type Address = ParsedFields<typeof addressFields>

const guestFields = {
  email: f.email(),
  first_name: f.text(),
  last_name: f.text(),
  country_code: f.maybe(f.text({ maxLength: 4 })),
  phone: f.maybe(f.phone()),
}
export type GuestInput = ParsedFields<typeof guestFields>

/** What the price depends on, beside the cart. */
const choices = {
  currency: f.maybe(f.text({ says: 'core:rule.choice' })),
  shipping_method: f.maybe(f.text({ says: 'core:rule.choice' })),
  payment_method: f.maybe(f.text({ says: 'core:rule.choice' })),
}
const cart_id = f.maybe(f.text({ maxLength: 100 }))

/** Input of a preview: of the address only its destination, since the rest is entered later. */
export const previewFields = {
  cart_id,
  ...choices,
  /** E-mail address of a guest, as far as entered: some prices are limited to one use per person. */
  email: f.maybe(f.text({ maxLength: 254 })),
  shipping_address: f.maybe(f.group({ country: f.text({ default: '' }), area: f.text({ default: '' }) })),
}

/** Input to place an order. Which fields are required depends on the cart, the shipping method and the buyer. */
export const checkoutFields = {
  cart_id,
  ...choices,
  guest: f.maybe(f.group(guestFields)),
  shipping_address: f.maybe(f.group(addressFields)),
  billing_address: f.maybe(f.group(addressFields)),
  pickup_point: f.maybe(f.text()),
  customer_note: f.area({ default: '', maxLength: 2_000 }),
  /** The total the buyer agreed to; a higher total is rejected. */
  agreed_total: f.maybe(f.money()),
}
/** Without `agreed_total` the buyer agrees to any total. */
export type CheckoutFields = Omit<ParsedFields<typeof checkoutFields>, 'agreed_total'> & { agreed_total?: string | null }

/** An error for each required field of a missing part. */
const requiredErrors = (part: string, fields: Fields): Record<string, Message[]> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field['x-field'].required)
      .map(([name]) => [`${part}.${name}`, [message('core:rule.required')]]),
  )

/** Guest and addresses of a checkout. @throws AppError INVALID with all errors of all parts at once */
export function parseContacts(
  ctx: Ctx,
  body: CheckoutFields,
  { needsAddress, areas }: Pick<Quote, 'needsAddress' | 'areas'>,
): { guest: GuestInput | null; shipping: Address | null; billing: Address | null } {
  const guest = ctx.actor.kind === 'customer' ? null : body.guest
  const shipping = needsAddress ? body.shipping_address : null
  const errors: Record<string, Message[]> = {
    ...(ctx.actor.kind === 'customer' || guest ? {} : requiredErrors('guest', guestFields)),
    ...(!needsAddress || shipping ? {} : requiredErrors('shipping_address', addressFields)),
  }
  if (guest?.phone && !guest.country_code) errors['guest.country_code'] = [message('core:rule.required')]
  const countries = ctx.kernel.settings.of(basic).supported_countries
  if (shipping && !countries.includes(shipping.country)) errors['shipping_address.country'] = [message('sales:error.country')]
  // Prices depend on the area, so it must be in the list.
  if (shipping && areas.length > 0 && !areas.includes(shipping.area)) errors['shipping_address.area'] = [message('core:rule.choice')]
  if (Object.keys(errors).length > 0) throw new AppError(INVALID, errors)
  return { guest, shipping, billing: body.billing_address ?? shipping }
}
