import { type Ctx, sql } from 'stoa'
import { orderPart, type OwnOrder } from 'stoa/plugins/sales'
import { OrderBookings } from '../api-types.ts'
import { readViews } from './view.ts'

/** So many bookings stand on one order at most. */
const MOST = 100

/** What was booked with an order, for its shopper. */
export const shopperBookings = orderPart({
  shape: OrderBookings,
  read: async (ctx: Ctx, order: OwnOrder) => ({
    order: { bookings: order.whole ? await readViews(ctx, sql`b.order_id = ${order.id}`, MOST) : [] },
  }),
})
