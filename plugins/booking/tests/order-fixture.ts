import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { createToken } from '../services/access.ts'
import { readCounts, dayIn } from './booking-fixture.ts'

const buyer = { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' }

/** Helpers that order paid bookings through the storefront API. */
export function createOrderingKit(shop: () => Shop) {
  const guest = () => shop().it.guest
  const hold = async (event: number, quantity = 1, more: object = {}) =>
    guest().post('/api/event/hold', { event_id: event, date: dayIn(3), time: '10:00', quantity, ...more })
  return {
    buyer,
    hold,
    /** Holds places, adds them to a cart and places the order. */
    async order(event: number, quantity = 1, beside: object[] = []) {
      const cartItem = fine(await hold(event, quantity)).body
      let { cart_id } = fine(await guest().post('/api/cart/item', cartItem)).body
      for (const thing of beside) cart_id = fine(await guest().post('/api/cart/item', { cart_id, quantity: 1, ...thing })).body.cart_id
      const more = beside.length > 0 ? { shipping_method: null } : {}
      const placedOrder = fine(await guest().post('/api/checkout', { cart_id, guest: buyer, payment_method: 'bank', ...more })).body
      await shop().it.jobs()
      const { id } = fine(await shop().owner.get(`/api/admin/order?q=${placedOrder.order_number}`)).body.data[0]
      const row = await shop().it.kernel.db.one<{ id: number; number: string }>(
        sql`select id, number from booking where order_id = ${id} order by id limit 1`,
      )
      if (!row) throw new Error('the order has no booking')
      return {
        id: Number(id),
        order_number: String(placedOrder.order_number),
        total: placedOrder.order.total,
        booking: row.id,
        number: row.number,
      }
    },
    async pay(id: number): Promise<void> {
      fine(await shop().owner.post(`/api/admin/order/${id}/pay`, {}))
      await shop().it.jobs()
    },
    taken: async (event: number) => (await readCounts(shop(), event)).map((s) => s.taken),
    tokenFor: (number: string) => createToken(shop().it.ctx, number),
  }
}
