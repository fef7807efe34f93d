import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type ProductUnderTest, post, put, Refused } from 'stoa/cli'

const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }

/** How often a broken connection is tried again before it counts as a failure. */
const TRIES = 60

/** Somebody with an address of their own, so that limits per visitor judge them one by one. */
export interface Shopper {
  /** A cart with one thing, and a code for it. */
  gather(stock: number, code: string): Promise<string>
  /** Orders; after a broken connection once more with the same key, as a browser does. Undefined: the code is used up. */
  buy(cart: string): Promise<string | undefined>
}

export function makeShopper(shop: ProductUnderTest, n: number): Shopper {
  const headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
  let turn = n
  /** Asks one node after the other until one answers. */
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
