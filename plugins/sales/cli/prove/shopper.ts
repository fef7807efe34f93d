import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { SECRET } from './shop.ts'
import { type Beside, post, Refused } from '../../../../cli/kit.ts'

/** What a shopper was told about an order. */
export interface Bought {
  number: string
  /** Reference of the payment, its amount and currency, as the gateway gets them. */
  fields: Record<string, string>
}

const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }

/** Somebody with an address of their own, so that limits per visitor judge them one by one. */
export interface Shopper {
  /** Puts lines into a cart and answers its id. */
  gather(lines: readonly { stock_id: number; quantity: number; additional_options?: object }[]): Promise<string>
  /** Orders; after a broken connection once more with the same key, as a browser's retry does. Undefined: refused. */
  buy(cart: string): Promise<Bought | undefined>
}

/** How often a broken connection is tried again before it counts as a failure. */
const TRIES = 60

export function makeShopper(shop: Beside, n: number): Shopper {
  const headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
  let turn = n
  /** Asks one node after the other until one answers. */
  const ask = async <T>(path: string, body: object, more: Record<string, string> = {}): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const node = shop.nodes[turn++ % shop.nodes.length]
      try {
        return await post<T>(`${node?.url ?? ''}${path}`, body, { ...headers, ...more })
      } catch (error) {
        const later = !(error instanceof Refused) || error.status === 503
        if (!later || attempt === TRIES) throw error
        await wait(50 + Math.random() * 100)
      }
    }
  }
  return {
    async gather(lines) {
      let cart = ''
      for (const line of lines) cart = (await ask<{ cart_id: string }>('/api/cart/item', { cart_id: cart || undefined, ...line })).cart_id
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
        const told = await ask<{ order_number: string; payment: { action: { fields?: Record<string, string> } } }>(
          '/api/checkout',
          body,
          key,
        )
        return { number: told.order_number, fields: told.payment.action.fields ?? {} }
      } catch (error) {
        if (error instanceof Refused && ['OUT_OF_STOCK', 'CART_CHANGED'].includes(error.code)) return undefined
        throw error
      }
    },
  }
}

/**
 * Plays the gateway of an order: tells the shop that it was paid, late and several times, to all nodes at once.
 * A node that is down is told again, as gateways do until they hear OK.
 */
export async function tellPaid(shop: Beside, { fields }: Bought, times: number): Promise<void> {
  const told: Record<string, string> = {
    src: '0',
    prc: '0',
    successcode: '0',
    Ref: fields.orderRef ?? '',
    PayRef: `P${fields.orderRef ?? ''}`,
    Cur: fields.currCode ?? '',
    Amt: fields.amount ?? '',
    payerAuth: 'Y',
  }
  const signed = [...['src', 'prc', 'successcode', 'Ref', 'PayRef', 'Cur', 'Amt', 'payerAuth'].map((k) => told[k]), SECRET].join('|')
  const body = new URLSearchParams({ ...told, secureHash: createHash('sha1').update(signed).digest('hex') })
  const tell = async (i: number) => {
    await wait(Math.random() * 400)
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      try {
        const node = shop.nodes[(i + attempt) % shop.nodes.length]
        const answer = await fetch(`${node?.url ?? ''}/api/payment/card/webhook`, {
          method: 'POST',
          body,
          signal: AbortSignal.timeout(30_000),
        })
        if (answer.ok && (await answer.text()).startsWith('OK')) return
      } catch {
        // Gone in the middle: told again.
      }
      await wait(50 + Math.random() * 100)
    }
    throw new Error(`No node took the notice for ${told.Ref}`)
  }
  await Promise.all(Array.from({ length: times }, (_, i) => tell(i)))
}
