import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['notes'])
})
afterAll(() => shop.it.close())

test('a comment for staff is a comment of the order like any other, and only a message reaches the customer', async () => {
  const order = await shop.buy(await shop.stock(2))
  const add = (id: number, body: object) => shop.owner.post(`/api/admin/order/${id}/comment`, body)
  fine(await add(order.id, { comment: ' Odd address ' }))
  fine(await add(order.id, { comment: 'It leaves tomorrow', visible: true }))
  expect((await add(999_999, { comment: 'Missing order' })).status).toBe(404)

  const comments = fine(await shop.owner.get(`/api/admin/note?subject=order&subject_id=${order.id}`)).body.data
  expect(comments).toMatchObject([{ body: 'Odd address', own: true, may_change: true }])
  const timeline = fine(await shop.owner.get(`/api/admin/order/${order.id}/timeline`)).body.data
  expect(timeline.filter((entry: any) => entry.kind === 'comment')).toMatchObject([{ body: 'It leaves tomorrow', visible: true }])
  const page = fine(await shop.it.guest.get(`/api/order/${order.number}?token=${order.token}`)).body
  expect(page.comments.map((comment: any) => comment.body)).toEqual(['It leaves tomorrow'])
})
