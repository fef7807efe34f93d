import type { Ctx } from 'stoa'
import { SHIPPING } from 'stoa/plugins/shipping'
import { findCart } from './cart.ts'
import { readCartLines } from './sale/lines.ts'
import { type QuoteInput, toParcel } from './sale/quote.ts'

/**
 * Fetches carrier rates for a cart, unless a preview did so already. The checkout transaction then reads the cached
 * rates and makes no network call.
 */
export async function fetchCarrierRates(
  ctx: Ctx,
  { cart_id, shipping_address }: Pick<QuoteInput, 'cart_id' | 'shipping_address'>,
): Promise<void> {
  const { kernel } = ctx
  const shipping = kernel.get(SHIPPING)
  if (!(await shipping.asksCarriers(ctx))) return
  const cart = await findCart(kernel.db, ctx, cart_id ?? null)
  if (!cart) return
  const parcel = toParcel(ctx, await readCartLines(kernel.db, ctx, cart.public_id), shipping_address)
  if (parcel.pieces > 0) await (await shipping.readShippingTerms(ctx))(parcel)
}
