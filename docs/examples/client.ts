/**
 * A program that buys: it looks for goods, fills a cart and asks what the order would cost. Its types are made from the
 * description of the API:
 *
 *     stoa openapi openapi.json
 *     npx openapi-typescript openapi.json -o stoa.d.ts
 *     node client.ts http://127.0.0.1:3000
 */
import createClient from 'openapi-fetch'
import type { paths } from './stoa.d.ts'

const shop = createClient<paths>({ baseUrl: process.argv[2] ?? 'http://127.0.0.1:3000' })

/** What a call answered. @throws Error with the code of the failure and its texts. */
function good<T>({ data, error }: { data?: T; error?: { code: string; messages: unknown } }): T {
  if (data === undefined) throw new Error(`${error?.code ?? 'no answer'} ${JSON.stringify(error?.messages)}`)
  return data
}

const found = good(await shop.GET('/api/product', { params: { query: { language: 'en-US' } } }))
const first = found.data.find((product) => product.stock_id !== null)
if (!first?.stock_id) throw new Error('the shop sells nothing that needs no choice')
console.log(`${found.total} products; taking ${first.name} at ${first.price}`)

const cart = good(await shop.POST('/api/cart/item', { body: { stock_id: first.stock_id, quantity: 2, language: 'en-US' } }))
for (const line of cart.items) console.log(`${line.quantity} × ${line.product.name}: ${line.subtotal}`)

const preview = good(await shop.POST('/api/checkout/preview', { body: { cart_id: cart.cart_id } }))
console.log(`Together ${preview.total} ${preview.currency}; paid by ${preview.payment_methods.map((way) => way.title).join(' or ')}`)
