import { type Ctx, type Db, Failed, sql } from '#core'
import { allowed } from '#plugins/catalogue/index'
import { CHECKOUT_CLOSED, SIGN_IN_TO_BUY } from '../errors.ts'

/** A line that could not be taken over as it was. */
export interface MergeNotice {
  name: string
  /** How many are in the cart now. */
  quantity: number
}

export interface Cart {
  id: number
  public_id: string
  /** What was chosen for those who take something off prices, by their names. */
  choices: Record<string, unknown>
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
    sql`select id, public_id, choices from cart where public_id = ${publicId} and status = 'pending'
    and (customer_id is null or customer_id = ${customerOf(ctx)})`,
    'sales.cart',
  )
}
