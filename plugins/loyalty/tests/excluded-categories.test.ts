import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { settleEarned } from '../services/earned-points.ts'
import { finish, member, order, sound } from './support.ts'

let shop: Shop
const made: Record<'books' | 'tea' | 'rare', number> = { books: 0, tea: 0, rare: 0 }
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
  const make = async (title: string, more = {}) =>
    fine(await shop.owner.post('/api/admin/category', { title, url: title, ...more })).body.id as number
  made.books = await make('books')
  made.tea = await make('tea')
  made.rare = await make('rare', { parent_id: made.tea })
})
afterEach(() => sound(shop))
afterAll(() => shop.it.close())

const leaveOut = (...categories: number[]) =>
  shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'points', { earn_not_for: categories }, 'en-US')
const goods = (...categories: number[]) => shop.stock(20, '100.00', { categories })
/** An order of several stocks, completed. */
const buy = async (buyer: Awaited<ReturnType<typeof member>>, ...stocks: number[]) => {
  for (const stock of stocks.slice(1)) fine(await buyer.client.post('/api/cart/item', { stock_id: stock, quantity: 2 }))
  const { id } = await order(shop, buyer, stocks[0] ?? 0, 2)
  await finish(shop, id)
  return id
}

test('nothing is earned on products in an excluded category or below one, whatever other categories they have', async () => {
  const may = await member(shop)
  await leaveOut(made.tea)
  const [book, both, below, none] = await Promise.all([goods(made.books), goods(made.books, made.tea), goods(made.rare), goods()])
  await buy(may, book, both, below, none)
  expect(await may.points()).toBe(400)
  await leaveOut(made.books, made.tea)
  await buy(may, book, both)
  expect(await may.points()).toBe(400)
  await leaveOut()
  await buy(may, both)
  expect(await may.points()).toBe(600)
})

test('refunding a part that earned nothing removes no points, and later exclusions leave earned points unchanged', async () => {
  const may = await member(shop)
  await leaveOut(made.tea)
  const [book, tea] = await Promise.all([goods(made.books), goods(made.tea)])
  const id = await buy(may, book, tea)
  expect(await may.points()).toBe(200)
  const { lines } = await shop.order(id)
  const refund = async (stock: number, quantity: number) => {
    const line = lines.find((line: { subject_id: number }) => line.subject_id === stock)
    const parts = [{ order_line_id: line.id, quantity, cancel: 0 }]
    fine(await shop.owner.post(`/api/admin/order/${id}/refund`, { lines: parts, shipping: '0.00', method: 'cash', reason: 'Broken' }))
    await shop.it.jobs()
  }
  await refund(tea, 1)
  expect(await may.points()).toBe(200)
  await leaveOut(made.books)
  await settleEarned(shop.it.ctx, id)
  expect(await may.points()).toBe(200)
  await refund(book, 1)
  expect(await may.points()).toBe(100)
  await refund(tea, 1)
  expect(await may.points()).toBe(100)
  await leaveOut()
  await settleEarned(shop.it.ctx, id)
  expect(await may.points()).toBe(100)
})

test('excluded categories are returned in the chosen order, and unknown ones are refused at their field', async () => {
  fine(await shop.owner.put('/api/admin/settings/points', { earn_not_for: [made.books, made.tea] }))
  expect((await shop.owner.get('/api/admin/settings/points')).body.values.earn_not_for).toEqual([made.books, made.tea])
  for (const wrong of [[999_999], ['tea'], 'tea', [-1]]) {
    const refused = await shop.owner.put('/api/admin/settings/points', { earn_not_for: wrong })
    expect([refused.status, Object.keys(refused.body.messages)[0]?.split('.')[0]], JSON.stringify(wrong)).toEqual([422, 'earn_not_for'])
  }
  // A deleted category excludes nothing and does not block saving the setting.
  const deletedCategory = fine(await shop.owner.post('/api/admin/category', { title: 'gone', url: 'gone' })).body.id
  await leaveOut(deletedCategory)
  await shop.it.kernel.db.run(sql`delete from category where id = ${deletedCategory}`)
  await leaveOut(deletedCategory, made.tea)
  await leaveOut()
})
