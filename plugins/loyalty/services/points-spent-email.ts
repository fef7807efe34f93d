import { sql } from 'stoa'
import type { OrderEmail } from 'stoa/plugins/sales'

/** The letter to a member whose points staff spent on an order, by its kind. */
export const POINTS_SPENT = 'points_spent'

/** Tells a member that staff spent points of theirs, so that nobody does it behind their back. */
export const pointsSpentEmail: OrderEmail = {
  texts: 'loyalty:mail.points_spent',
  async words({ kernel }, order) {
    const row = await kernel.db.one<{ points: number }>(
      sql`select coalesce(-sum(points), 0)::int as points from points_entry where order_id = ${order.id} and kind = 'redeem'`,
    )
    return { points: String(row?.points ?? 0) }
  },
}
