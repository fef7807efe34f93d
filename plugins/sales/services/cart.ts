import { type Ctx, type Db, sql } from 'stoa'
import { getCustomerId } from './sale/buyer-limits.ts'

/** A line that was merged with another quantity than requested. */
export interface MergeNotice {
  name: string
  /** Quantity in the cart after the merge. */
  quantity: number
}

export interface Cart {
  id: number
  public_id: string
  /** Choices for adjustment providers, by provider name. */
  choices: Record<string, unknown>
  /** Changes of lines to report once. */
  notices?: MergeNotice[]
}

/**
 * The open cart with a public id. A customer's cart is visible to that customer only. An unknown, ordered or foreign
 * cart counts as no cart.
 */
export function findCart(db: Db, ctx: Ctx, publicId: string | null): Promise<Cart | undefined> {
  if (publicId === null) return Promise.resolve(undefined)
  return db.one<Cart>(
    sql`select id, public_id, choices from cart where public_id = ${publicId} and status = 'pending'
    and (customer_id is null or customer_id = ${getCustomerId(ctx)})`,
    'sales.cart',
  )
}
