import { type Sql, sql } from 'stoa'

/** SQL: a query of the coupons that an order uses. Columns: `id`, and `ext` with the fields of other plugins. */
export const orderCouponsSql = (orderId: Sql): Sql => sql`
  select c.id, c.ext from promotion_usage u join coupon c on c.id = u.coupon_id where u.order_id = ${orderId} and u.released_at is null`
