import { type Ctx, type Db, Failed, newToken, NOT_FOUND, sql } from '#core'
import { allowed } from '#plugins/catalogue/index'
import { CHECKOUT_CLOSED, SIGN_IN_TO_BUY } from '../errors.ts'
import { mergeCarts, type MergeNotice } from './cart-merge.ts'

export interface Cart {
  id: number
  public_id: string
  /** What happened to lines on the way, to be told once. */
  notices?: MergeNotice[]
}

export const customerOf = ({ actor }: Ctx): number | null => (actor.kind === 'customer' ? actor.id : null)

/** Refuses what the shop's rules keep from this visitor. @throws Failed SIGN_IN_TO_BUY when members may, else CHECKOUT_CLOSED */
export function requireOpen(ctx: Ctx, what: 'cart' | 'checkout'): void {
  if (allowed(ctx)[what]) return
  throw new Failed(allowed(ctx, true)[what] ? SIGN_IN_TO_BUY : CHECKOUT_CLOSED)
}

/**
 * The open cart behind a public id. A customer's cart answers only to them; anything else that is unknown,
 * ordered or somebody else's counts as no cart.
 */
export function findCart(db: Db, ctx: Ctx, publicId: string | null): Promise<Cart | undefined> {
  if (publicId === null) return Promise.resolve(undefined)
  return db.one<Cart>(
    sql`select id, public_id from cart where public_id = ${publicId} and status = 'pending'
    and (customer_id is null or customer_id = ${customerOf(ctx)})`,
    'sales.cart',
  )
}

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
  const made = await db.one<Cart>(sql`insert into cart (public_id) values (${newToken()}) returning id, public_id`, 'sales.cart-new')
  if (!made) throw new Failed(NOT_FOUND)
  return made
}
