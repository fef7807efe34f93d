import { afterAll, beforeAll, expect, test } from 'vitest'
import { form } from '../../../tests/support/multipart.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['notes'])
})
afterAll(() => shop.it.close())

const clerk = async () => {
  const it = await shop.it.staff(['get order', 'assign order'])
  return { ...it, id: fine(await it.get('/api/admin')).body.id as number }
}
const createOrder = async () => (await shop.buy(await shop.stock(1))).id

test('an order assigned to a member of staff is listed under their orders only', async () => {
  const [first, other] = [await clerk(), await clerk()]
  const id = await createOrder()
  expect((await shop.order(id)).assigned_to).toBeNull()
  expect(fine(await first.post(`/api/admin/order/${id}/take`)).body.assigned_to).toBe(first.id)
  const listed = async (accountId: number) =>
    fine(await first.get(`/api/admin/order?assigned_to=${accountId}`)).body.data.map((row: { id: number }) => row.id)
  expect(await listed(first.id)).toEqual([id])
  expect(await listed(other.id)).toEqual([])
})

test('assigning an order notifies the colleague once, and an order can be unassigned', async () => {
  const other = await clerk()
  const id = await createOrder()
  const give = async (to: number | null) =>
    fine(await shop.owner.post(`/api/admin/order/${id}/assign`, { assigned_to: to })).body.assigned_to
  expect([await give(other.id), await give(other.id)]).toEqual([other.id, other.id])
  const { data } = fine(await other.get('/api/admin/notice')).body
  expect(data).toHaveLength(1)
  expect(data[0].text).toMatch(/assigned .* to you/)
  expect(await give(null)).toBeNull()
})

test('form requests assign like JSON, one or many, and a blank value unassigns', async () => {
  const other = await clerk()
  const id = await createOrder()
  const send = async (path: string, fields: Record<string, string>) => {
    const { body, headers } = form(fields)
    return fine(await shop.owner.post(`/api/admin/order/${path}`, body, headers)).body
  }
  expect((await send(`${id}/assign`, { assigned_to: String(other.id) })).assigned_to).toBe(other.id)
  expect((await send(`${id}/assign`, { assigned_to: '' })).assigned_to).toBeNull()
  expect((await send('batch/assign', { 'ids[0]': String(id), assigned_to: String(other.id) })).success_ids).toEqual([id])
  expect((await shop.order(id)).assigned_to).toBe(other.id)
  const { body, headers } = form({ assigned_to: 'nobody' })
  expect((await shop.owner.post(`/api/admin/order/${id}/assign`, body, headers)).body.messages).toHaveProperty('assigned_to')
})

test('several orders are taken over in one batch', async () => {
  const assignee = await clerk()
  const ids = [await createOrder(), await createOrder()]
  expect(fine(await assignee.post('/api/admin/order/batch/take', { ids })).body.success_ids.toSorted()).toEqual(ids)
})

test('an order cannot be assigned to a disabled account, and assigning requires permission', async () => {
  const [disabledClerk, viewer] = [await clerk(), await shop.it.staff(['get order'])]
  const id = await createOrder()
  fine(await shop.owner.put(`/api/admin/account/${disabledClerk.id}`, { enabled: false }))
  const refused = await shop.owner.post(`/api/admin/order/${id}/assign`, { assigned_to: disabledClerk.id })
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['assigned_to']])
  expect((await viewer.post(`/api/admin/order/${id}/take`)).status).toBe(403)
})
