import { sql } from '#core'
import type { BuysAs } from '#plugins/catalogue/index'
import { personSql } from '#plugins/people/index'

/** Members pay the prices of their tier. */
export const buysInTier: BuysAs = {
  of: async (_ctx, customer, db) => {
    const row = await db.one<{ id: number }>(
      sql`select m.id from loyalty_member x join membership m on m.id = x.membership_id and m.enabled where x.person_id = ${personSql(sql`${customer}::bigint`)}`,
      'loyalty.buys-as',
    )
    return row?.id ?? null
  },
}
