import { expect } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { address, fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { checks } from '../checks.ts'

let n = 0

export interface Member {
  id: number
  person: number
  client: Client
  points: () => Promise<number>
}

/** Creates a customer with points. */
export async function member(shop: Shop, points = 0, more: object = {}): Promise<Member> {
  const email = `member${++n}@shop.test`
  const made = fine(
    await shop.owner.post('/api/admin/customer', { email, first_name: 'May', last_name: 'Chan', password: 'a long password', ...more }),
  ).body
  const { token } = fine(await shop.it.guest.post('/api/login', { email, password: 'a long password' })).body
  if (points > 0) fine(await shop.owner.post(`/api/admin/customer/${made.id}/points`, { points, reason: 'Welcome' }))
  return {
    id: made.id,
    person: made.person_id,
    client: shop.it.as(token),
    points: async () => fine(await shop.owner.get(`/api/admin/customer/${made.id}/loyalty`)).body.membership.points.balance,
  }
}

/** A member's cart with checkout choices. */
export async function createCart({ client }: Member, stock: number, quantity = 1, choices: object = {}) {
  const { cart_id } = fine(await client.post('/api/cart/item', { stock_id: stock, quantity })).body
  return fine(await client.put('/api/cart/choice', { cart_id, choices })).body
}

export const checkoutInput = { shipping_address: address, shipping_method: 'courier', payment_method: 'bank' }

/** Places an order for a member. With quantity 0 it orders the existing cart. */
export async function order(shop: Shop, buyer: Member, stock: number, quantity = 1, choices: object = {}) {
  const { cart_id } = quantity > 0 ? await createCart(buyer, stock, quantity, choices) : fine(await buyer.client.post('/api/cart', {})).body
  const placedOrder = fine(await buyer.client.post('/api/checkout', { cart_id, ...checkoutInput })).body
  await shop.it.jobs()
  const list = await shop.owner.get(`/api/admin/order?q=${placedOrder.order_number}`)
  return { id: Number(list.body.data[0].id), number: String(placedOrder.order_number), total: String(placedOrder.order.total) }
}

/** Pays, ships and completes an order. */
export async function finish(shop: Shop, id: number): Promise<void> {
  await shop.it.jobs()
  if ((await shop.order(id)).status === 'pending') fine(await shop.owner.post(`/api/admin/order/${id}/pay`, {}))
  await shop.it.kernel.db.run(sql`update sales_order set status = 'shipped', shipped_at = now() where id = ${id}`)
  fine(await shop.owner.post(`/api/admin/order/${id}/complete`, {}))
  await shop.it.jobs()
}

/** Runs all invariant checks of the loyalty plugin. */
export async function sound(shop: Shop): Promise<void> {
  for (const [checkName, check] of Object.entries(checks)) expect(await check(shop.it.kernel), checkName).toEqual([])
}
