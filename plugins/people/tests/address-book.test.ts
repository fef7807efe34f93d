import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { forgetLimits, member, PASSWORD } from './support.ts'

/** Changes to a customer's own account, and the address book up to its limit. */
let it: TestApp
let may: Client & { id: number }
beforeAll(async () => {
  it = await testApp(['people'])
  may = await member(it, 'may@shop.test', { country_code: '852', phone: '9123 0001' })
})
afterAll(() => it.close())

const home = (more: object = {}) => ({
  ...{ first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '9123 4567', address: '18 Tai Ping Shan Street', ...more },
})
const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]
const book = async (client = may) => (await client.get('/api/address')).body.data as { id: number; address: string }[]
const profile = async (change: object, client = may) => client.put('/api/profile', change)

test('default addresses come first, shipping before billing, and the others in order of last change', async () => {
  const customer = await member(it, 'order@shop.test')
  for (const [address, more] of [
    ['plain one', {}],
    ['bills', { default_billing: true }],
    ['plain two', {}],
    ['parcels', { default_shipping: true }],
  ] as const)
    await customer.post('/api/address', home({ address, ...more }))
  expect((await book(customer)).map(({ address }) => address)).toEqual(['parcels', 'bills', 'plain one', 'plain two'])
  const [parcels] = await book(customer)
  await customer.put(`/api/address/${parcels?.id}`, home({ address: 'parcels no more' }))
  expect((await book(customer)).map(({ address }) => address)).toEqual(['bills', 'plain one', 'plain two', 'parcels no more'])
})

test('an address book holds fifty addresses, also with concurrent requests, and deleting one frees a place', async () => {
  const customer = await member(it, 'full@shop.test')
  await it.kernel.db.run(sql`insert into customer_address (customer_id, first_name, last_name, country, contact_number, address)
    select ${customer.id}, 'A', 'B', 'HKG', '12345678', 'No. ' || g from generate_series(1, 48) g`)
  const answers = await Promise.all(Array.from({ length: 5 }, () => customer.post('/api/address', home())))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422])
  expect(fields(await customer.post('/api/address', home()))).toEqual([422, 'address'])
  // A rejected address does not take the default flag from an existing one.
  const [first] = await book(customer)
  await customer.put(`/api/address/${first?.id}`, home({ default_shipping: true }))
  expect((await customer.post('/api/address', home({ default_shipping: true }))).status).toBe(422)
  expect((await customer.get(`/api/address/${first?.id}`)).body.default_shipping).toBe(true)
  await customer.delete(`/api/address/${(await book(customer)).at(-1)?.id}`)
  expect((await customer.post('/api/address', home())).status).toBe(201)
})

test.each([
  ['a country nobody serves', { country: 'FRA' }, 'country'],
  ['a country that is none', { country: 'hkg' }, 'country'],
  ['an address that is too long', { address: 'x'.repeat(1_001) }, 'address'],
  ['no number to call', { contact_number: ' ' }, 'contact_number'],
])('%s is rejected on create and update, and the address stays unchanged', async (_, wrong, field) => {
  const { id } = (await may.post('/api/address', home({ address: 'x'.repeat(1_000) }))).body
  expect(fields(await may.post('/api/address', home(wrong)))).toEqual([422, field])
  expect(fields(await may.put(`/api/address/${id}`, home(wrong)))).toEqual([422, field])
  expect((await may.get(`/api/address/${id}`)).body).toMatchObject(home({ address: 'x'.repeat(1_000) }))
  await may.delete(`/api/address/${id}`)
})

test('updating a missing address does not clear the defaults of others', async () => {
  const { id } = (await may.post('/api/address', home({ default_billing: true, default_shipping: true }))).body
  expect((await may.put('/api/address/999999', home({ default_billing: true, default_shipping: true }))).status).toBe(404)
  expect((await may.get(`/api/address/${id}`)).body).toMatchObject({ default_billing: true, default_shipping: true })
})

test('omitted profile fields stay, empty optional ones are cleared, and names are required', async () => {
  await profile({ gender: 'female', birthday: '1990-02-28' })
  expect((await profile({ last_name: 'Wong' })).body).toMatchObject({
    first_name: 'May',
    last_name: 'Wong',
    gender: 'female',
    birthday: '1990-02-28',
  })
  expect((await profile({ gender: null, birthday: '' })).body).toMatchObject({ gender: null, birthday: null })
  for (const blank of ['', null, '   ']) {
    expect(fields(await profile({ first_name: blank })), String(blank)).toEqual([422, 'first_name'])
    expect(fields(await profile({ last_name: blank }))).toEqual([422, 'last_name'])
  }
  expect((await profile({})).body).toMatchObject({ first_name: 'May', last_name: 'Wong' })
})

test('phone and country code belong together: either changes alone, and clearing the number clears both', async () => {
  expect((await profile({ phone: '9123 0002' })).body).toMatchObject({ phone: '9123 0002', country_code: '852' })
  expect(fields(await profile({ country_code: '1' }))).toEqual([422, 'country_code'])
  expect(fields(await profile({ country_code: null }))).toEqual([422, 'country_code'])
  expect(fields(await profile({ phone: '12' }))).toEqual([422, 'phone'])
  expect((await profile({ phone: '' })).body).toMatchObject({ phone: null, country_code: null })
  expect((await profile({ country_code: '852' })).body).toMatchObject({ phone: null, country_code: null })
  expect((await profile({ country_code: '852', phone: '9123 0001' })).body).toMatchObject({ phone: '9123 0001', country_code: '852' })
})

test('an unchanged email address is no change; a pending one is mailed once, and sending the old one cancels it', async () => {
  const customer = await member(it, 'has@shop.test')
  expect((await profile({ email: ' HAS@shop.test ' }, customer)).body.pending_email).toBeNull()
  expect(fields(await profile({ email: 'may@shop.test', current_password: PASSWORD }, customer))).toEqual([422, 'email'])
  expect((await profile({ email: 'waits@shop.test', current_password: PASSWORD }, customer)).body.pending_email).toBe('waits@shop.test')
  const emails = () => it.kernel.db.rows(sql`select 1 from mail where recipient = 'waits@shop.test'`)
  expect((await profile({ email: 'waits@shop.test' }, customer)).body.pending_email).toBe('waits@shop.test')
  expect(await emails()).toHaveLength(1)
  expect((await profile({ email: 'has@shop.test' }, customer)).body.pending_email).toBeNull()
})

test('a new password needs confirmation, length and the old password; without one the first is set directly', async () => {
  const customer = await member(it, 'first@shop.test')
  await forgetLimits(it)
  const next = { password: 'a new password', password_confirmation: 'a new password' }
  expect(fields(await profile({ ...next, password_confirmation: 'another' }, customer))).toEqual([422, 'password_confirmation'])
  expect(fields(await profile({ password: 'short', password_confirmation: 'short', current_password: PASSWORD }, customer))).toEqual([
    422,
    'password',
  ])
  expect(fields(await profile(next, customer))).toEqual([422, 'current_password'])
  await it.kernel.db.run(sql`update customer set password_hash = null where id = ${customer.id}`)
  expect((await customer.post('/api/info')).body.has_password).toBe(false)
  expect((await profile(next, customer)).body.has_password).toBe(true)
})

test('staff see the addresses of a customer as in the address book', async () => {
  const owner = await it.staff('owner')
  const row = await it.kernel.db.one<{ id: number }>(sql`select person_id as id from customer where id = ${may.id}`)
  const { addresses } = (await owner.get(`/api/admin/person/${row?.id}/facts`)).body
  expect(addresses.map(({ id }: { id: number }) => id).sort()).toEqual((await book()).map(({ id }) => id).sort())
})
