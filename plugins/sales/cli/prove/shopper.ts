import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type ProductUnderTest, post, Refused } from 'stoa/cli'

/** A confirmed order as the shopper got it. */
export interface PurchaseResult {
  number: string
  /** Payment reference, amount and currency, as the gateway receives them. */
  fields: Record<string, string>
}

const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }

/** A shopper with a network address of their own, since limits apply per network. */
export interface Shopper {
  /** Adds lines to a cart. @returns its id */
  fillCart(lines: readonly { stock_id: number; quantity: number; additional_options?: object }[]): Promise<string>
  /**
   * Places an order. After a broken connection it retries with the same idempotency key, as a browser does. Undefined
   * if it was rejected.
   */
  buy(cart: string): Promise<PurchaseResult | undefined>
}

/** Retries of a broken connection before it counts as a failure. */
const MAX_ATTEMPTS = 60

export function makeShopper(shop: ProductUnderTest, n: number): Shopper {
  const headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
  let nextNode = n
  /** Tries the nodes in turn until one answers. */
  const send = async <T>(path: string, body: object, more: Record<string, string> = {}): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const node = shop.nodes[nextNode++ % shop.nodes.length]
      try {
        return await post<T>(`${node?.url ?? ''}${path}`, body, { ...headers, ...more })
      } catch (error) {
        const isRetryable = !(error instanceof Refused) || error.status === 503
        if (!isRetryable || attempt === MAX_ATTEMPTS) throw error
        await wait(50 + Math.random() * 100)
      }
    }
  }
  return {
    async fillCart(lines) {
      let cart = ''
      for (const line of lines) cart = (await send<{ cart_id: string }>('/api/cart/item', { cart_id: cart || undefined, ...line })).cart_id
      return cart
    },
    async buy(cart) {
      const body = {
        cart_id: cart,
        guest: { email: `shopper${n}@prove.test`, first_name: 'May', last_name: 'Chan' },
        shipping_address: address,
        shipping_method: 'courier',
        payment_method: 'card',
      }
      const key = { 'idempotency-key': randomBytes(16).toString('hex') }
      try {
        const answer = await send<{ order_number: string; payment: { action: { fields?: Record<string, string> } } }>(
          '/api/checkout',
          body,
          key,
        )
        return { number: answer.order_number, fields: answer.payment.action.fields ?? {} }
      } catch (error) {
        if (error instanceof Refused && ['OUT_OF_STOCK', 'CART_CHANGED'].includes(error.code)) return undefined
        throw error
      }
    },
  }
}
