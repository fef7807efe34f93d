import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Merging a guest's cart at sign-in: which items are kept, and the messages. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['promotion'])
})
afterAll(() => shop.it.close())

let n = 0
const customer = async (): Promise<Client> => {
  const email = `merge${++n}@shop.test`
  fine(await shop.owner.post('/api/admin/customer', { email, first_name: 'A', last_name: 'B', password: 'correct horse 9' }))
  return shop.it.as(fine(await shop.it.guest.post('/api/login', { email, password: 'correct horse 9' })).body.token)
}
const put = async (client: Client, stock_id: number, quantity: number, cart_id?: string, options?: object): Promise<string> =>
  fine(await client.post('/api/cart/item', { cart_id, stock_id, quantity, additional_options: options })).body.cart_id
const open = async (client: Client, cart_id?: string) => fine(await client.post('/api/cart', { cart_id })).body
type Item = { quantity: number; additional_options: Record<string, string> }
const lines = ({ items }: { items: Item[] }) =>
  items.map(({ quantity, additional_options }) => [quantity, additional_options['name'] ?? ''])

test('merged lines with different options stay separate, and the notice gives the available quantity', async () => {
  const [may, stock] = [await customer(), await shop.stock(6)]
  await put(may, stock, 2, undefined, { name: 'May' })
  const guestCartId = await put(shop.it.guest, stock, 3, undefined, { name: 'Ann' })
  await put(shop.it.guest, stock, 3, guestCartId, { name: 'May' })
  const mergedCart = await open(may, guestCartId)
  expect(lines(mergedCart)).toEqual([
    [3, 'May'],
    [3, 'Ann'],
  ])
  expect(mergedCart.notices).toEqual([expect.stringContaining('only 6 available')])
})

test('a shortage of one stock in two merged lines gives one notice', async () => {
  const [may, stock] = [await customer(), await shop.stock(4)]
  await put(may, stock, 3)
  const guestCartId = await put(shop.it.guest, stock, 2, undefined, { name: 'Ann' })
  await put(shop.it.guest, stock, 2, guestCartId, { name: 'Lee' })
  const mergedCart = await open(may, guestCartId)
  expect(lines(mergedCart)).toEqual([
    [3, ''],
    [1, 'Ann'],
  ])
  expect(mergedCart.notices).toEqual([expect.stringContaining('only 4 available')])
})

test('merging up to exactly the available quantity gives no notice', async () => {
  const [may, stock] = [await customer(), await shop.stock(5)]
  await put(may, stock, 2)
  const mergedCart = await open(may, await put(shop.it.guest, stock, 3))
  expect([lines(mergedCart), mergedCart.notices]).toEqual([[[5, '']], []])
})

test('a stock already fully in the cart gets no more units from the merge, with a notice', async () => {
  const [may, stock] = [await customer(), await shop.stock(2)]
  await put(may, stock, 2)
  const guestCartId = await put(shop.it.guest, stock, 1, undefined, { name: 'Ann' })
  const mergedCart = await open(may, guestCartId)
  expect(lines(mergedCart)).toEqual([[2, '']])
  expect(mergedCart.notices).toEqual([expect.stringContaining('only 2 available')])
})

test('a sold-out guest cart adds nothing, and the customer cart stays unchanged', async () => {
  const [may, stock, other] = [await customer(), await shop.stock(3), await shop.stock(3)]
  await put(may, other, 1)
  const guestCartId = await put(shop.it.guest, stock, 3)
  await shop.it.kernel.db.run(sql`update inventory set quantity = 0 where stock_id = ${stock}`)
  const mergedCart = await open(may, guestCartId)
  expect(lines(mergedCart)).toEqual([[1, '']])
  expect(mergedCart.notices).toEqual([expect.stringContaining('only 0 available')])
})

test('the newer choices win, and choices in only one cart stay', async () => {
  const [may, stock] = [await customer(), await shop.stock(9)]
  const ownCartId = await put(may, stock, 1)
  const guestCartId = await put(shop.it.guest, stock, 1)
  const choose = (cart_id: string, choices: object) =>
    shop.it.kernel.db.run(sql`update cart set choices = ${JSON.stringify(choices)}::jsonb where public_id = ${cart_id}`)
  await choose(ownCartId, { promotion: { codes: ['OWN'] }, mine: 1 })
  await choose(guestCartId, { promotion: { codes: ['NEW'] } })
  const mergedCart = await open(may, guestCartId)
  expect(mergedCart.choices).toEqual({ promotion: { codes: ['NEW'] }, mine: 1 })
  expect((await open(may)).choices).toEqual(mergedCart.choices)
})

test('a cart of another customer, an ordered one and a merged one add nothing', async () => {
  const [may, ken, stock] = [await customer(), await customer(), await shop.stock(30)]
  const ownCartId = await put(may, stock, 1)
  const theirs = await put(ken, stock, 5)
  const { number } = await shop.buy(stock, 7)
  const ordered = await shop.it.kernel.db.one<{
    id: string
  }>(sql`select c.public_id as id from cart c join sales_order o on o.id = c.order_id
    where o.order_number = ${number}`)
  const over = await put(shop.it.guest, stock, 9)
  await open(await customer(), over)
  for (const id of [theirs, ordered?.id ?? '', over, 'nothing']) {
    const mergedCart = await open(may, id)
    expect([mergedCart.cart_id, lines(mergedCart), mergedCart.notices], id).toEqual([ownCartId, [[1, '']], []])
  }
  expect(lines(await open(ken))).toEqual([[5, '']])
  const dead = await shop.it.kernel.db.rows<{ status: string }>(
    sql`select status from cart where public_id in (${theirs}, ${ordered?.id ?? ''}, ${over}) order by id`,
  )
  expect(dead.map(({ status }) => status)).toEqual(['pending', 'completed'])
})

test('a price change since the guest last looked is reported in the customer cart too', async () => {
  const [may, stock] = [await customer(), await shop.stock(9, '100.00')]
  const other = await shop.stock(9)
  await put(may, other, 1)
  const guestCartId = await put(shop.it.guest, stock, 1)
  await shop.it.kernel.db.run(sql`update stock set price_minor = 12000 where id = ${stock}`)
  const mergedCart = await open(may, guestCartId)
  expect(mergedCart.notices).toHaveLength(1)
  expect((await open(may)).notices).toEqual([])
})
