import { type Ctx, sql } from '#core'
import { DIRECTORY } from '../../people/index.ts'

/** Orders of somebody who turned out to be somebody else are the other's. */
export async function followMerge({ kernel }: Ctx, { survivorId, loserId }: { survivorId: number; loserId: number }): Promise<void> {
  await kernel.db.run(sql`update sales_order set person_id = ${survivorId} where person_id = ${loserId}`)
}

/** Orders are documents about money and stay as they are; what was never ordered goes. */
export async function forgetCarts({ kernel }: Ctx, customers: readonly number[]): Promise<void> {
  await kernel.db.run(sql`delete from cart where customer_id = any(${customers}::bigint[]) and status <> 'completed'`)
}

/** Does what was not done for people while nothing was sold here. */
export async function catchUp(ctx: Ctx, since: Date): Promise<void> {
  const { erasedCustomers, merged } = await ctx.kernel.get(DIRECTORY).changedSince(ctx.kernel.db, since)
  for (const one of merged) await followMerge(ctx, one)
  await forgetCarts(ctx, erasedCustomers)
}
