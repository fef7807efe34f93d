import { basic, type Ctx, type Db, validationError, message } from 'stoa'
import { isPickupKind, type PickupPlace, SHIPPING, type ShippingOption } from 'stoa/plugins/shipping'
import type { Address } from '../../sale/checkout-input.ts'
import type { SaleLine } from '../../sale/lines.ts'
import { unitPrice } from '../../sale/currency.ts'
import { readTerms } from '../../sale/quote.ts'
import type { ChangeEntry } from './entries.ts'
import type { ChangeInput } from './input.ts'
import type { Before } from './read.ts'

/** Address, recipient and shipping method of an order after a change. */
export interface PlannedDelivery {
  contact: { first_name: string; last_name: string; country_code: string | null; phone: string | null }
  shippingAddress: Address | null
  billingAddress: Address | null
  pickup: PickupPlace | null
  method: { id: number | null; title: string }
  /** Price of the new shipping method before adjustments; null if the method stays. */
  price: number | null
  entries: ChangeEntry[]
}

/** An order line's item after a change. */
interface Goods {
  handover: string
  product_id: number | null
  quantity: number
  /** Unit price in minor units of the order's currency. */
  unit: number
  /** Current data for sale; undefined if the item no longer exists. */
  read: SaleLine | undefined
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** An address with its members in a fixed order, for comparison. */
const toComparable = (a: Address | null): unknown => a && [a.first_name, a.last_name, a.country, a.area ?? '', a.contact_number, a.address]

/** Works out the delivery of an order after a change. @throws AppError INVALID by field */
export async function planDelivery(
  db: Db,
  ctx: Ctx,
  before: Before,
  input: ChangeInput,
  goods: readonly Goods[],
): Promise<PlannedDelivery> {
  const { order } = before
  const { first_name, last_name, country_code, phone } = order
  const contact = input.customer ?? { first_name, last_name, country_code, phone }
  if (contact.phone && !contact.country_code) throw validationError({ 'customer.country_code': message('core:rule.required') })
  const requestedAddress = input.shipping_address
  if (requestedAddress && !ctx.kernel.settings.of(basic).supported_countries.includes(requestedAddress.country))
    throw validationError({ 'shipping_address.country': message('sales:error.country') })
  const shippedLines = goods.filter(({ handover }) => handover === 'sent')
  const choice = input.shipping_method === null ? null : await findShippingOption(db, ctx, before, input, shippedLines)
  const isPickup = choice ? isPickupKind(choice.way.kind) : order.pickup !== null
  const pickup = choice ? await findPickupPlace(db, ctx, choice.way, input.pickup_point) : order.pickup
  const address = requestedAddress ?? order.shipping_address
  const shippingAddress = isPickup && choice ? null : address
  const method = choice ? { id: choice.way.id, title: choice.way.title } : { id: order.shipping_method_id, title: order.shipping_title }
  const priced = choice ? choice.price > 0 : order.shipping > 0
  if (shippedLines.length > 0 && !isPickup && method.title !== '' && shippingAddress === null && (choice !== null || priced))
    throw validationError({ shipping_address: message('core:rule.required') })
  const addressChanged = !isEqual(toComparable(shippingAddress), toComparable(order.shipping_address))
  // A billing address equal to the shipping address follows it.
  const billingFollows = isEqual(toComparable(order.billing_address), toComparable(order.shipping_address)) && shippingAddress !== null
  return {
    contact,
    shippingAddress,
    billingAddress: billingFollows ? shippingAddress : order.billing_address,
    pickup,
    method,
    price: choice?.price ?? null,
    entries: [
      ...(isEqual(contact, { first_name, last_name, country_code, phone }) ? [] : [{ what: 'contact' } as const]),
      ...(addressChanged && shippingAddress ? [{ what: 'address' } as const] : []),
      ...(choice
        ? [{ what: 'shipping', from: order.shipping_title, to: pickup ? `${method.title} – ${pickup.name}` : method.title } as const]
        : []),
    ],
  }
}

/** The chosen shipping method, as available for the lines after the change. @throws AppError INVALID */
async function findShippingOption(
  db: Db,
  ctx: Ctx,
  { order }: Before,
  { shipping_method, shipping_address }: ChangeInput,
  sent: readonly Goods[],
): Promise<{ way: ShippingOption; price: number }> {
  if (order.units_shipped > 0) throw validationError({ shipping_method: message('sales:error.change_sent') })
  if (sent.length === 0) throw validationError({ shipping_method: message('sales:error.change_unsent') })
  const to = shipping_address ?? order.shipping_address
  const { getShippingOptions } = await readTerms(ctx, db)
  const { options, areas } = await getShippingOptions({
    country: to?.country || (ctx.kernel.settings.of(basic).supported_countries[0] ?? ''),
    area: to?.area ?? '',
    subtotal: sent.reduce((sum, { unit, quantity }) => sum + Math.round((unit * quantity) / Number(order.rate)), 0),
    weight: sent.reduce((sum, { read, quantity }) => sum + (read?.weight ?? 0) * quantity, 0),
    pieces: sent.reduce((sum, { quantity }) => sum + quantity, 0),
    products: sent.flatMap(({ product_id }) => product_id ?? []),
  })
  const way = options.find(({ code }) => code === shipping_method)
  if (!way) throw validationError({ shipping_method: message('core:rule.choice') })
  if (shipping_address && !isPickupKind(way.kind) && areas.length > 0 && !areas.includes(shipping_address.area))
    throw validationError({ 'shipping_address.area': message('core:rule.choice') })
  return { way, price: unitPrice(way.price, { code: order.currency, rate: order.rate }) }
}

async function findPickupPlace(db: Db, { kernel }: Ctx, way: ShippingOption, code: string | null): Promise<PickupPlace | null> {
  if (!isPickupKind(way.kind)) return null
  const place = await kernel.get(SHIPPING).findPickupPlace(db, way, code ?? '')
  if (!place) throw validationError({ pickup_point: message('shipping:error.place') })
  return place
}
