import { type Ctx, sql } from 'stoa'
import { orderPart, type OwnOrder } from 'stoa/plugins/sales'
import { OrderBookings } from '../api-types.ts'
import { readViews } from './view.ts'

/** Most bookings on an order. */
const MOST = 100

/** The bookings of an order, for its shopper. */
export const shopperBookings = orderPart({
  shape: OrderBookings,
  read: async (ctx: Ctx, order: OwnOrder) => ({
    order: { bookings: order.whole ? await readViews(ctx, sql`b.order_id = ${order.id}`, MOST) : [] },
  }),
})
