import { type Ctx, type Db, sql } from 'stoa'
import { getCustomerId } from './sale/buyer-limits.ts'

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

/**
 * The open cart behind a public id. A customer's cart answers only to them; anything else that is unknown,
 * ordered or somebody else's counts as no cart.
 */
export function findCart(db: Db, ctx: Ctx, publicId: string | null): Promise<Cart | undefined> {
  if (publicId === null) return Promise.resolve(undefined)
  return db.one<Cart>(
    sql`select id, public_id, choices from cart where public_id = ${publicId} and status = 'pending'
    and (customer_id is null or customer_id = ${getCustomerId(ctx)})`,
    'sales.cart',
  )
}
