import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { ADDRESSES } from '../index.ts'
import { member } from './support.ts'

let it: TestApp
let may: Client & { id: number }
let ken: Client & { id: number }
beforeAll(async () => {
  it = await testApp(['people'])
  may = await member(it, 'may@shop.test')
  ken = await member(it, 'ken@shop.test')
})
afterAll(() => it.close())

const home = (more: object = {}) => ({
  first_name: 'May',
  last_name: 'Chan',
  country: 'HKG',
  contact_number: '9123 4567',
  address: '18 Tai Ping Shan Street',
  ...more,
})

test('every address field is required, and the country must be one the shop serves', async () => {
  const { status, body } = await may.post('/api/address', {})
  expect(status).toBe(422)
  expect(Object.keys(body.messages)).toEqual(['first_name', 'last_name', 'country', 'contact_number', 'address'])
  expect((await may.post('/api/address', home({ country: 'FRA' }))).body.messages).toHaveProperty('country')
})

test('setting a default clears it on other addresses, and deleting returns the remaining ones', async () => {
  const first = (await may.post('/api/address', home({ default_billing: true, default_shipping: true }))).body
  const second = (await may.post('/api/address', home({ default_shipping: true }))).body
  expect((await may.get(`/api/address/${first.id}`)).body).toMatchObject({ default_billing: true, default_shipping: false })
  const moved = await may.put(`/api/address/${second.id}`, home({ address: 'Shop 2', default_billing: true, default_shipping: true }))
  expect(moved.body).toMatchObject({ address: 'Shop 2', default_billing: true })
  const left = await may.delete(`/api/address/${first.id}`)
  expect(left.body).toMatchObject({ total: 1, data: [{ id: second.id }] })
})

test('an address of another customer is not found, by any method', async () => {
  const { id } = (await may.post('/api/address', home())).body
  const unknown = await ken.get('/api/address/999999')
  for (const answer of [
    await ken.get(`/api/address/${id}`),
    await ken.put(`/api/address/${id}`, home({ first_name: 'Thief' })),
    await ken.post(`/api/address/${id}`, home({ _method: 'PUT' })),
    await ken.delete(`/api/address/${id}`),
  ])
    expect([answer.status, answer.body]).toEqual([404, unknown.body])
  expect((await ken.get('/api/address')).body.data).toEqual([])
  expect((await it.guest.get('/api/address')).status).toBe(401)
  const book = it.kernel.get(ADDRESSES)
  expect(await book.findById(it.kernel.db, id, ken.id)).toBeUndefined()
  expect(await book.findById(it.kernel.db, id, may.id)).toMatchObject({ id, first_name: 'May' })
})

test('thirty concurrent changes leave one default address', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => ken.post('/api/address', home({ default_billing: true }))))
  expect(made.map((answer) => answer.status)).toEqual(Array(6).fill(201))
  const ids = made.map((answer) => answer.body.id as number)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      ken.put(`/api/address/${ids[i % 6]}`, home({ default_billing: true, default_shipping: i % 2 === 0 })),
    ),
  )
  expect(answers.every((answer) => answer.status === 200)).toBe(true)
  const row = await it.kernel.db.one<{ billing: number; shipping: number }>(sql`select count(*) filter (where default_billing) as billing,
    count(*) filter (where default_shipping) as shipping from customer_address where customer_id = ${ken.id}`)
  expect(row?.billing).toBe(1)
  expect(row?.shipping).toBeLessThanOrEqual(1)
})
