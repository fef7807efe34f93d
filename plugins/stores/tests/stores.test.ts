import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'

const shop = suite(['stores', 'inventory'])
const hours = [{ days: [1, 2, 3], opens: '10:00', closes: '20:00' }]
const made = async (code: string, more = {}) => {
  const answer = await shop.owner.post('/api/admin/store', { code, name: `Store ${code}`, hours, ...more })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

test('a store is stored with address, hours and warehouse, with localized texts', async () => {
  const warehouse = (await shop.owner.post('/api/admin/warehouse', { code: 'north', name: 'North' })).body.id
  const { id, version } = await made('north', { warehouse_id: warehouse, address: { 'en-US': '1 North Road', 'zh-HK': '北道 1 號' } })
  expect((await shop.owner.get(`/api/admin/store/${id}?language=zh-HK`)).body).toMatchObject({
    address: '北道 1 號',
    warehouse_id: warehouse,
    hours,
  })
  const wrong = await shop.owner.put(`/api/admin/store/${id}`, { version, hours: [{ days: [1], opens: '20:00', closes: '10:00' }] })
  expect(wrong.body.messages).toEqual({ 'hours.0.closes': ['The closing time must be after the opening time.'] })
})

test('the public sees open stores, and nothing about their staff', async () => {
  await made('shown')
  await made('hidden', { enabled: false })
  const data = (await shop.guest.get('/api/store')).body as { code: string }[]
  expect(data.map((store) => store.code)).toContain('shown')
  expect(data.map((store) => store.code)).not.toContain('hidden')
  expect(Object.keys(data[0] ?? {})).not.toContain('staff')
  expect((await shop.guest.post('/api/store', { code: 'shown' })).body.hours).toEqual(hours.map((hour) => expect.objectContaining(hour)))
})

test('staff see the stores they work in, and all of them with the permission for it', async () => {
  const mine = await made('mine')
  await made('other')
  const clerk = await shop.it.staff(['get store', 'update store'])
  const account = await shop.it.kernel.db.one<{ id: number }>(sql`select id from account order by id desc limit 1`)
  expect((await clerk.get('/api/admin/store')).body.data).toEqual([])
  await shop.owner.put(`/api/admin/store/${mine.id}`, { version: mine.version, staff: [account?.id] })
  const stores = (await clerk.get('/api/admin/store')).body.data
  expect(stores.map((store: { code: string }) => store.code)).toEqual(['mine'])
  const boss = await shop.it.staff(['get store', 'see all store'])
  expect((await boss.get('/api/admin/store?limit=100')).body.total).toBeGreaterThan(3)
})
