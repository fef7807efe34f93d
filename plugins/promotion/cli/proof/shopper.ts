import { createRequestKey, makeVisitor, post, type ProductUnderTest, put, Refused } from 'stoa/cli'

const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }

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
  const ask = makeVisitor(shop, n)
  return {
    async gather(stock_id, code) {
      const { cart_id } = await ask<{ cart_id: string }>(post, '/api/cart/item', { stock_id, quantity: 1 })
      await ask(put, '/api/cart/choice', { cart_id, choices: { promotion: { codes: [code] } } })
      return cart_id
    },
    async buy(cart_id) {
      const guest = { email: `shopper${n}@prove.test`, first_name: 'May', last_name: 'Chan' }
      const body = { cart_id, guest, shipping_address: address, shipping_method: 'courier', payment_method: 'bank' }
      try {
        return (await ask<{ order_number: string }>(post, '/api/checkout', body, createRequestKey())).order_number
      } catch (error) {
        if (error instanceof Refused && error.status === 422) return undefined
        throw error
      }
    },
  }
}
