import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

export interface PromotionShop extends Shop {
  /** Creates a published rule. */
  rule(actions: object[], more?: object): Promise<number>
  code(rule: number, code: string, more?: object): Promise<number>
  cart(client: Client, things: readonly [stock: number, quantity: number][], codes?: readonly string[]): Promise<Body>
  place(client: Client, cart: string, more?: object): Promise<Awaited<ReturnType<Client['post']>>>
  /** Ends all rules, so that they do not affect the next test. */
  end(): Promise<void>
}

type Body = Awaited<ReturnType<Client['post']>>['body']

export const guest = { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' }

/** A shop with promotions and the given plugins. */
export async function promotionShop(more: string[] = []): Promise<PromotionShop> {
  const shop = await openShop({}, ['promotion', ...more])
  let n = 0
  return {
    ...shop,
    async rule(actions, more = {}) {
      const made = fine(await shop.owner.post('/api/admin/promotion', { title: { 'en-US': `Rule ${++n}` }, actions, ...more })).body
      fine(await shop.owner.post(`/api/admin/promotion/${made.id}/publish`))
      return made.id
    },
    code: async (rule, code, more = {}) => fine(await shop.owner.post('/api/admin/coupon', { promotion_id: rule, code, ...more })).body.id,
    async cart(client, things, codes) {
      let body: Body
      for (const [stock_id, quantity] of things)
        body = fine(await client.post('/api/cart/item', { cart_id: body?.cart_id, stock_id, quantity })).body
      if (codes) body = fine(await client.put('/api/cart/choice', { cart_id: body?.cart_id, choices: { promotion: { codes } } })).body
      return body
    },
    place: (client, cart_id, more = {}) =>
      client.post('/api/checkout', {
        cart_id,
        guest,
        shipping_address: address,
        shipping_method: 'courier',
        payment_method: 'bank',
        ...more,
      }),
    async end() {
      await shop.it.kernel.db.run(sql`update promotion set status = 'disabled'`)
    },
  }
}
