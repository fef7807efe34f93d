import { type Ctx, AppError, createToken, NOT_FOUND, sql } from 'stoa'
import { type Cart, findCart } from './cart.ts'
import { mergeCarts } from './cart-merge.ts'
import { getCustomerId } from './sale/buyer-limits.ts'

/** The open cart, or a new one under an id the server creates. A customer has one cart on all devices; a guest cart is merged into it. */
export async function openCart(ctx: Ctx, publicId: string | null): Promise<Cart> {
  const customer = getCustomerId(ctx)
  if (customer !== null) return ctx.kernel.transaction((tx) => mergeCarts(tx, ctx, customer, publicId))
  const { db } = ctx.kernel
  const found = await findCart(db, ctx, publicId)
  if (found) return found
  const made = await db.one<Cart>(
    sql`insert into cart (public_id) values (${createToken()}) returning id, public_id, choices`,
    'sales.cart-new',
  )
  if (!made) throw new AppError(NOT_FOUND)
  return made
}
