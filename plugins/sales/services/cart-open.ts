import { type Ctx, Failed, newToken, NOT_FOUND, sql } from 'stoa'
import { type Cart, findCart } from './cart.ts'
import { mergeCarts } from './cart-merge.ts'
import { customerOf } from './sale/who-may-buy.ts'

/**
 * The open cart, or a new one under an id the server makes up. A customer has one cart on every device: the guest's
 * cart they bring along is poured into it.
 */
export async function openCart(ctx: Ctx, publicId: string | null): Promise<Cart> {
  const customer = customerOf(ctx)
  if (customer !== null) return ctx.kernel.work((tx) => mergeCarts(tx, ctx, customer, publicId))
  const { db } = ctx.kernel
  const found = await findCart(db, ctx, publicId)
  if (found) return found
  const made = await db.one<Cart>(
    sql`insert into cart (public_id) values (${newToken()}) returning id, public_id, choices`,
    'sales.cart-new',
  )
  if (!made) throw new Failed(NOT_FOUND)
  return made
}
