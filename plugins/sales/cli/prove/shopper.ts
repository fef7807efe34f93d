import { createRequestKey, makeVisitor, post, type ProductUnderTest, Refused } from 'stoa/cli'

/** A confirmed order as the shopper got it. */
export interface PurchaseResult {
  number: string
  /** Payment reference, amount and currency, as the gateway receives them. */
  fields: Record<string, string>
}

const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }

interface Answer {
  order_number: string
  payment: { action: { fields?: Record<string, string> } }
}

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

export function makeShopper(shop: ProductUnderTest, n: number): Shopper {
  const ask = makeVisitor(shop, n)
  return {
    async fillCart(lines) {
      let cart = ''
      for (const line of lines)
        cart = (await ask<{ cart_id: string }>(post, '/api/cart/item', { cart_id: cart || undefined, ...line })).cart_id
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
      try {
        const answer = await ask<Answer>(post, '/api/checkout', body, createRequestKey())
        return { number: answer.order_number, fields: answer.payment.action.fields ?? {} }
      } catch (error) {
        if (error instanceof Refused && ['OUT_OF_STOCK', 'CART_CHANGED'].includes(error.code)) return undefined
        throw error
      }
    },
  }
}
