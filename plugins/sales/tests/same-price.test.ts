import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../tests/support/app.ts'
import { tries } from '../../../tests/support/property.ts'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Lists, product pages, carts, checkouts and orders show the same price: the lowest that applies. */
let shop: Shop
let group: number
let trader: Client
let n = 0
beforeAll(async () => {
  shop = await openShop()
  group = fine(await shop.owner.post('/api/admin/customer_group', { name: 'Trade' })).body.id
  const account = { email: 'trade@shop.test', first_name: 'T', last_name: 'R', password: 'a long password' }
  fine(await shop.owner.post('/api/admin/customer', { ...account, group_id: group }))
  trader = shop.it.as(fine(await shop.it.guest.post('/api/login', account)).body.token)
})
afterAll(() => shop.it.close())

const money = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
const minor = (text: string) => Math.round(Number(text) * 100)
const amount = fc.integer({ min: 1, max: 20_000 })
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
/** The dates of a price, and whether it applies now. */
const times = fc.constantFrom(
  { now: true, when: {} },
  { now: true, when: { starts_at: at(-2), ends_at: at(5) } },
  { now: false, when: { starts_at: at(5) } },
  { now: false, when: { ends_at: at(-1) } },
  { now: false, when: { enabled: false } },
)
const dated = fc.record({ price: amount, time: times, mine: fc.boolean(), from: fc.constantFrom(1, 1, 3) })
const stockArbitrary = fc.record({ price: amount, special: fc.option(amount, { nil: null }), dated: fc.array(dated, { maxLength: 3 }) })
type Priced = typeof stockArbitrary extends fc.Arbitrary<infer T> ? T : never

/** The lowest price that applies to a buyer for a quantity. */
const getLowestPrice = ({ price, special, dated: list }: Priced, mine: boolean, quantity: number) =>
  Math.min(price, special ?? price, ...list.filter((d) => d.time.now && (!d.mine || mine) && d.from <= quantity).map((d) => d.price))
/** The price for a guest and a quantity of one. */
const forAll = ({ price, special, dated: list }: Priced) =>
  Math.min(price, special ?? price, ...list.filter((d) => d.time.now && !d.mine && d.from === 1).map((d) => d.price))

async function product(stocks: readonly Priced[]) {
  const url = `same-${++n}`
  const [warehouse] = fine(await shop.owner.get('/api/admin/warehouse')).body.data
  const values = stocks.map((_, i) => ({ code: `v${i}`, label: `V${i}` }))
  const made = fine(
    await shop.owner.post('/api/admin/product', {
      ...{ name: `Same price ${n}`, sku: url, url },
      options: [{ key: 'size', label: 'Size', values }],
      stocks: stocks.map(({ price, special }, i) => ({
        price: money(price),
        special_price: special === null ? null : money(special),
        values: { size: `v${i}` },
        inventories: [{ warehouse_id: warehouse.id, quantity: 50 }],
      })),
    }),
  ).body
  const ids: number[] = made.stocks.map((s: any) => s.id)
  const priceKeys = new Set<string>()
  for (const [i, { dated: list }] of stocks.entries())
    for (const { price, time, mine, from } of list) {
      const body = {
        stock_id: ids[i],
        price: money(price),
        min_quantity: from,
        ...(mine ? { customer_group_id: group } : {}),
        ...time.when,
      }
      const response = await shop.owner.post('/api/admin/stock_price', body)
      // A second price for the same audience and quantity is rejected and is ignored here.
      if (response.status < 300)
        priceKeys.add(`${i} ${list.findIndex((d) => d.price === price && d.time === time && d.mine === mine && d.from === from)}`)
    }
  const real = stocks.map((stock, i) => ({ ...stock, dated: stock.dated.filter((_, d) => priceKeys.has(`${i} ${d}`)) }))
  return { url, id: made.id as number, ids, real }
}

test('lists, pages, carts, checkouts and orders show one price', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stockArbitrary, { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 2, 3), async (stockInputs, quantity) => {
      const { url, id, ids, real } = await product(stockInputs)
      await shop.it.jobs()
      const page = fine(await shop.it.guest.post('/api/product', { url })).body
      const pays = real.map(forAll)
      const range = { from: money(Math.min(...pays)), to: money(Math.max(...pays)) }
      expect(page.price).toMatchObject(range)
      const { data } = fine(await shop.it.guest.post('/api/product/search', { keyword: url, limit: 100 })).body
      expect(data.find((card: any) => card.id === id)?.price).toEqual(page.price)
      for (const [i, stock] of real.entries()) {
        const view = page.stocks.find((stock: any) => stock.id === ids[i])
        expect([view.price, view.special_price ?? view.price].map(minor)).toEqual([stock.price, forAll(stock)])
      }
      for (const [client, mine] of [
        [shop.it.guest, false],
        [trader, true],
      ] as const) {
        const { cart_id } = fine(await client.post('/api/cart', {})).body
        for (const { id: item } of fine(await client.post('/api/cart', { cart_id })).body.items)
          await client.delete('/api/cart/item', { cart_id, item_id: item })
        let cart: any
        for (const stock_id of ids)
          cart = fine(await client.post('/api/cart/item', { cart_id: cart?.cart_id ?? cart_id, stock_id, quantity })).body
        const due = real.reduce((sum, stock) => sum + getLowestPrice(stock, mine, quantity) * quantity, 0)
        expect(cart.total).toBe(money(due))
        const checkoutInput = { cart_id: cart.cart_id, shipping_method: 'courier', payment_method: 'bank', shipping_address: address }
        const preview = fine(await client.post('/api/checkout/preview', checkoutInput)).body
        expect([preview.shipping, preview.total]).toEqual(['40.00', money(due + 4_000)])
        const guest = { email: `p${n}@shop.test`, first_name: 'May', last_name: 'Chan' }
        const response = await client.post('/api/checkout', { ...checkoutInput, guest, agreed_total: money(due + 3_999) })
        expect([response.status, response.body.code]).toEqual([409, 'DEARER_THAN_AGREED'])
        const placedOrder = fine(await client.post('/api/checkout', { ...checkoutInput, guest, agreed_total: money(due + 4_000) })).body
        expect(placedOrder.order.total).toBe(money(due + 4_000))
      }
    }),
    { ...tries(8), endOnFailure: true },
  )
})

test('a special price above the regular price has no effect, and a special price of zero makes the item free', async () => {
  const { ids, url } = await product([
    { price: 1_000, special: 1_500, dated: [] },
    { price: 1_000, special: null, dated: [] },
  ])
  const page = fine(await shop.it.guest.post('/api/product', { url })).body
  expect(page.price).toEqual({ from: '10.00', to: '10.00', was: null })
  const cart = fine(await shop.it.guest.post('/api/cart/item', { stock_id: ids[0], quantity: 1 })).body
  expect(cart.items[0]).toMatchObject({ price: '10.00', special_price: null, unit_price: '10.00' })
})
