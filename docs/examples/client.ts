/**
 * An API client of the store: it searches products, fills a cart and reads the total of the order. Its types are generated from the
 * API description. Run it in a folder whose package.json has "type": "module":
 *
 *     stoa openapi openapi.json
 *     npx openapi-typescript openapi.json -o stoa.d.ts --default-non-nullable=false
 *     npx tsx client.ts http://127.0.0.1:3000
 */
import createClient from 'openapi-fetch'
import type { paths } from './stoa.d.ts'

const shop = createClient<paths>({ baseUrl: process.argv[2] ?? 'http://127.0.0.1:3000' })

/** The response of a call. @throws Error with the error code and its messages. */
function good<T>({ data, error }: { data?: T; error?: { code: string; messages: unknown } }): T {
  if (data === undefined) throw new Error(`${error?.code ?? 'no answer'} ${JSON.stringify(error?.messages)}`)
  return data
}

const found = good(await shop.GET('/api/product'))
// Services and bookings need further input.
const first = found.data.find(({ type, in_stock }) => type === 'general' && in_stock)
if (!first) throw new Error('the shop has no goods')
const product = good(await shop.POST('/api/product', { body: { url: first.url } }))
const stock = product.stocks[0]
if (!stock) throw new Error(`${product.name} cannot be bought`)
console.log(`${found.total} products; taking ${product.name}`)

const cart = good(await shop.POST('/api/cart/item', { body: { stock_id: stock.id, quantity: 2 } }))
for (const line of cart.items) console.log(`${line.quantity} × ${line.product.name}: ${line.subtotal}`)

const preview = good(await shop.POST('/api/checkout/preview', { body: { cart_id: cart.cart_id } }))
console.log(`Together ${preview.total} ${preview.currency}; paid by ${preview.payment_methods.map((way) => way.title).join(' or ')}`)
