import { createRequestKey, makeVisitor, post, type ProductUnderTest, put, Refused } from 'stoa/cli'

/** One of many clients of a customer, each with its own IP address. */
export interface MemberClient {
  /** Creates a cart with one item, to be paid with points. */
  gather(stock: number, use: number): Promise<string>
  /** Places the order of a cart; undefined when there are not enough points. */
  pay(cart: string): Promise<string | undefined>
  /** Redeems one item; undefined when refused. */
  redeem(stock: number): Promise<string | undefined>
}

export function memberClient(shop: ProductUnderTest, token: string, n: number): MemberClient {
  const ask = makeVisitor(shop, n)
  const order = async (path: string, body: object): Promise<string | undefined> => {
    try {
      const headers = { ...createRequestKey(), authorization: `Bearer ${token}` }
      return (await ask<{ order_number: string }>(post, path, body, headers)).order_number
    } catch (error) {
      if (error instanceof Refused && error.status === 422) return undefined
      throw error
    }
  }
  return {
    // A customer has only one open cart, so the carts are filled as a guest.
    async gather(stock_id, use) {
      const { cart_id } = await ask<{ cart_id: string }>(post, '/api/cart/item', { stock_id, quantity: 1 })
      await ask(put, '/api/cart/choice', { cart_id, choices: { points: { use } } })
      return cart_id
    },
    pay: (cart_id) => order('/api/checkout', { cart_id }),
    redeem: (stock_id) => order('/api/redeem', { stock_id, quantity: 1 }),
  }
}
