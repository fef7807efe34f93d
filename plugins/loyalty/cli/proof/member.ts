import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type ProductUnderTest, post, put, Refused } from 'stoa/cli'

/** Number of retries of a broken connection before it counts as a failure. */
const TRIES = 80

/** One of many clients of a customer, each with its own IP address. */
export interface MemberClient {
  /** Creates a cart with one item, to be paid with points. */
  gather(stock: number, use: number): Promise<string>
  /** Places the order of a cart; undefined when there are not enough points. */
  pay(cart: string): Promise<string | undefined>
  /** Redeems one item; undefined when refused. */
  redeem(stock: number): Promise<string | undefined>
}

/** Sends requests to one process after the other until one responds, with the same idempotency key, as a browser's retry does. */
export function memberClient(shop: ProductUnderTest, token: string, n: number): MemberClient {
  const headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
  const memberHeaders = { ...headers, authorization: `Bearer ${token}` }
  let turn = n
  const ask = async <T>(send: typeof put, path: string, body: object, more: Record<string, string>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const node = shop.nodes[turn++ % shop.nodes.length]
      try {
        return await send<T>(`${node?.url ?? ''}${path}`, body, more)
      } catch (error) {
        const later = !(error instanceof Refused) || error.status === 503
        if (!later || attempt === TRIES) throw error
        await wait(50 + Math.random() * 100)
      }
    }
  }
  const order = async (path: string, body: object): Promise<string | undefined> => {
    try {
      const key = { 'idempotency-key': randomBytes(16).toString('hex') }
      return (await ask<{ order_number: string }>(post, path, body, { ...memberHeaders, ...key })).order_number
    } catch (error) {
      if (error instanceof Refused && error.status === 422) return undefined
      throw error
    }
  }
  return {
    // A customer has only one open cart, so the carts are filled as a guest.
    async gather(stock_id, use) {
      const { cart_id } = await ask<{ cart_id: string }>(post, '/api/cart/item', { stock_id, quantity: 1 }, headers)
      await ask(put, '/api/cart/choice', { cart_id, choices: { points: { use } } }, headers)
      return cart_id
    },
    pay: (cart_id) => order('/api/checkout', { cart_id }),
    redeem: (stock_id) => order('/api/redeem', { stock_id, quantity: 1 }),
  }
}
