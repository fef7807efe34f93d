import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

function show(order: { number: string; token: string }, back: string, bytes: Buffer, token = order.token) {
  const mark = 'stoa-test-boundary'
  const part = (head: string) => Buffer.from(`--${mark}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`)
  const body = Buffer.concat([
    part('name="token"'),
    Buffer.from(`${token}\r\n`),
    part('name="file"; filename="crack.png"\r\ncontent-type: image/png'),
    bytes,
    Buffer.from(`\r\n--${mark}--\r\n`),
  ])
  return shop.it.guest.post(`/api/order/${order.number}/return/${back}/picture`, body, {
    'content-type': `multipart/form-data; boundary=${mark}`,
  })
}

/** Creates a shipped order that its guest can return. */
async function orderToReturn() {
  const order = await shop.buy(await shop.stock(5))
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, { reference: 'till' }))
  fine(await shop.owner.post(`/api/admin/order/${order.id}/ship`, {}))
  const line = (await shop.order(order.id)).lines[0].id as number
  const { returns } = fine(
    await shop.it.guest.post(`/api/order/${order.number}/return`, {
      token: order.token,
      lines: [{ order_line_id: line, quantity: 1 }],
      note: 'Cracked',
    }),
  ).body
  return { ...order, back: returns[0].number as string }
}

const stored = async () =>
  (await shop.it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from file where name = 'crack.png'`))?.n ?? 0

test('a customer uploads photos of returned items, visible to them and to staff only', async () => {
  const [o, other] = [await orderToReturn(), await orderToReturn()]
  const { returns } = fine(await show(o, o.back, png)).body
  expect(returns[0]).toMatchObject({ open: true, pictures: [expect.stringContaining('/files/')] })
  const url = returns[0].pictures[0] as string
  expect((await shop.it.guest.get(url)).status).toBe(200)
  expect((await shop.it.guest.get(url.split('?')[0] as string)).status).not.toBe(200)
  expect((await shop.view(o.id)).returns[0].pictures).toHaveLength(1)
  expect((await shop.view(other.id)).returns[0].pictures).toEqual([])
  expect((await show(o, o.back, png, other.token)).status).toBe(404)
  expect((await show(other, o.back, png)).status).toBe(404)
})

test('a file that is no image, one too many, and one for a closed return are rejected and not stored', async () => {
  const o = await orderToReturn()
  const before = await stored()
  expect((await show(o, o.back, Buffer.from('%PDF-1.4\n'))).body.messages).toHaveProperty('file')
  expect(await stored()).toBe(before)
  for (let n = 0; n < 5; n++) fine(await show(o, o.back, png))
  expect((await show(o, o.back, png)).body.messages.file).toEqual(['A return can have at most 5 pictures.'])
  const over = await orderToReturn()
  const id = (await shop.view(over.id)).returns[0].id
  fine(await shop.owner.put(`/api/admin/return/${id}`, { status: 'rejected' }))
  expect((await show(over, over.back, png)).status).toBe(409)
  expect(await stored()).toBe(before + 5)
})
