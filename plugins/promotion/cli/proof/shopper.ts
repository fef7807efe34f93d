import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type ProductUnderTest, post, put, Refused } from 'stoa/cli'

const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }

/** Number of retries of a broken connection before it counts as a failure. */
const TRIES = 60

/** A shopper with an IP address of their own, so that rate limits apply to each one separately. */
export interface Shopper {
  /** Creates a cart with one item and a code. */
  gather(stock: number, code: string): Promise<string>
  /**
   * Places the order; after a broken connection retries with the same idempotency key, as a browser does. Returns undefined when the code
   * is used up.
   */
  buy(cart: string): Promise<string | undefined>
}

export function makeShopper(shop: ProductUnderTest, n: number): Shopper {
  const headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
  let turn = n
  /** Sends a request to one process after the other until one responds. */
  const ask = async <T>(send: typeof put, path: string, body: object, more: Record<string, string> = {}): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const node = shop.nodes[turn++ % shop.nodes.length]
      try {
        return await send<T>(`${node?.url ?? ''}${path}`, body, { ...headers, ...more })
      } catch (error) {
        const later = !(error instanceof Refused) || error.status === 503
        if (!later || attempt === TRIES) throw error
        await wait(50 + Math.random() * 100)
      }
    }
  }
  return {
    async gather(stock_id, code) {
      const { cart_id } = await ask<{ cart_id: string }>(post, '/api/cart/item', { stock_id, quantity: 1 })
      await ask(put, '/api/cart/choice', { cart_id, choices: { promotion: { codes: [code] } } })
      return cart_id
    },
    async buy(cart_id) {
      const guest = { email: `shopper${n}@prove.test`, first_name: 'May', last_name: 'Chan' }
      const body = { cart_id, guest, shipping_address: address, shipping_method: 'courier', payment_method: 'bank' }
      const key = { 'idempotency-key': randomBytes(16).toString('hex') }
      try {
        return (await ask<{ order_number: string }>(post, '/api/checkout', body, key)).order_number
      } catch (error) {
        if (error instanceof Refused && error.status === 422) return undefined
        throw error
      }
    },
  }
}
