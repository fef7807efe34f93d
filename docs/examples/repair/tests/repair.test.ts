import { expect, test } from 'vitest'
import { SEALED, sql, unseal } from 'stoa'
import { toFormData, suite } from 'stoa/testing'

const shop = suite(['repair', 'desk'])
const lamp = { name: 'Kim', email: 'kim@shop.test', broken: 'The lamp is dark' }
const parts = [{ name: 'Bulb', price: '5.00', quantity: 2 }]

test('staff see their own repairs and their total value, and all repairs with the permission', async () => {
  const clerk = await shop.it.staff('repair.clerk')
  await shop.owner.post('/api/admin/repair', { ...lamp, price: '70.00', parts })
  const { body: ownRepair } = await clerk.post('/api/admin/repair', { ...lamp, price: '30.00', parts })
  expect((await clerk.get('/api/admin/repair')).body.data).toMatchObject([{ id: ownRepair.id }])
  expect((await clerk.get('/api/admin/repair/summary')).body.data).toEqual([{ status: 'draft', count: 1, worth: '30.00' }])
  expect((await shop.owner.get('/api/admin/repair/summary')).body.data).toEqual([{ status: 'draft', count: 2, worth: '100.00' }])
  expect((await clerk.get(`/api/admin/repair/${ownRepair.id}/bill`)).body).toMatchObject({ owner: { name: expect.any(String) }, parts })
  expect((await clerk.get(`/api/admin/repair/${ownRepair.id - 1}/bill`)).status).toBe(404)
})

test('a repair is completed only with a price, and its customer gets one e-mail', async () => {
  const { body: made } = await shop.owner.post('/api/admin/repair', lamp)
  const at = `/api/admin/repair/${made.id}`
  const accepted = await shop.owner.post(`${at}/accept`)
  expect((await shop.owner.post(`${at}/complete`)).body.messages).toEqual({ price: ['Set a price first.'] })
  await shop.owner.put(at, { price: '12.50', version: accepted.body.version })
  expect((await shop.owner.post(`${at}/complete`)).body).toMatchObject({ status: 'completed' })
  await shop.it.jobs()
  expect((await shop.owner.get('/api/admin/mail?q=kim@shop.test')).body.data).toMatchObject([{ subject: 'Your repair is done' }])
})

test('a visitor requests a repair with a photo that staff can see, limited to five requests an hour', async () => {
  const photo = new File(['GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\0;'], 'lamp.gif')
  const { id } = (await shop.guest.post('/api/repair', toFormData({ ...lamp, photo }))).body
  expect((await shop.owner.get(`/api/admin/repair/${id}`)).body).toMatchObject({ status: 'draft', photo: { name: 'lamp.gif' } })
  expect((await shop.guest.post('/api/repair', { ...lamp, email: 'no' })).body.messages).toHaveProperty('email')
  for (let i = 0; i < 3; i++) expect((await shop.guest.post('/api/repair', lamp)).status).toBe(201)
  expect((await shop.guest.post('/api/repair', lamp)).status).toBe(429)
})

test('an unlock code is stored sealed and never returned by the API', async () => {
  const { body } = await shop.owner.post('/api/admin/repair', { ...lamp, unlock_code: '4711' })
  expect(JSON.stringify(body)).not.toContain('4711')
  const row = await shop.it.kernel.db.one<{ code: string }>(sql`select unlock_code as code from repair where id = ${body.id}`)
  expect(unseal(shop.it.kernel.config, SEALED, row?.code ?? '')).toBe('4711')
})
