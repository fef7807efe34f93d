import { sql } from 'stoa'
import type { OrderEmail } from 'stoa/plugins/sales'

/** Type of the e-mail to a member whose points staff spent on an order. */
export const POINTS_SPENT = 'points_spent'

/** Notifies a member that staff spent their points, so that misuse is noticed. */
export const pointsSpentEmail: OrderEmail = {
  texts: 'loyalty:mail.points_spent',
  async readVariables({ kernel }, order) {
    const row = await kernel.db.one<{ points: number }>(
      sql`select coalesce(-sum(points), 0)::int as points from points_entry where order_id = ${order.id} and kind = 'redeem'`,
    )
    return { points: String(row?.points ?? 0) }
  },
}
