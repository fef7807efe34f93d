import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { createPasswordToken } from '../services/reset.ts'
import { forgetLimits, lastMail, linkIn, member, PASSWORD } from './support.ts'

/** Password reset links: validity, single use, and ending of sessions. */
let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['people'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())
beforeEach(() => forgetLimits(it))

const NEW = 'another password'
const choose = (token: string | null, password = NEW, password_confirmation = password) =>
  it.guest.post('/api/reset/password', { token: token ?? '', password, password_confirmation })
const ask = (email: string, more: object = {}) => it.guest.post('/api/reset/email', { email, ...more })
const tokenIn = async (email: string) => linkIn((await lastMail(it, email))?.text).searchParams.get('token')
const aged = (id: number, age: string) =>
  it.kernel.db.run(sql`update customer_link set expires_at = expires_at - ${age}::interval where customer_id = ${id}`)
const login = async (email: string, password = NEW) => (await it.guest.post('/api/login', { email, password })).status
const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]
let n = 0
const createCustomer = async () => {
  const email = `reset${++n}@shop.test`
  return { ...(await member(it, email)), email }
}

test('a password link expires after half an hour', async () => {
  const [early, late] = [await createCustomer(), await createCustomer()]
  for (const customer of [early, late]) await ask(customer.email)
  const [first, second] = [await tokenIn(early.email), await tokenIn(late.email)]
  await aged(early.id, '29 minutes 50 seconds')
  await aged(late.id, '30 minutes 1 second')
  expect((await choose(first)).body).toEqual({ status: 'passwords.reset' })
  expect(fields(await choose(second))).toEqual([422, 'token'])
  expect([await login(early.email), await login(late.email)]).toEqual([200, 422])
  expect(await login(late.email, PASSWORD)).toBe(200)
})

test('of several concurrent uses of one link one succeeds', async () => {
  const customer = await createCustomer()
  await ask(customer.email)
  const token = await tokenIn(customer.email)
  const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => choose(token, `${NEW} ${i}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
})

test('using one of several links invalidates the others', async () => {
  const customer = await createCustomer()
  await ask(customer.email)
  const first = await tokenIn(customer.email)
  await forgetLimits(it)
  await ask(customer.email)
  const second = await tokenIn(customer.email)
  expect((await choose(second)).status).toBe(200)
  expect(fields(await choose(first))).toEqual([422, 'token'])
  expect(await it.kernel.db.rows(sql`select 1 from customer_link where customer_id = ${customer.id}`)).toEqual([])
})

test.each([
  ['an account that was switched off', (id: number) => sql`update customer set enabled = false where id = ${id}`],
  ['an account with another address by now', (id: number) => sql`update customer set email = ${`moved${id}@shop.test`} where id = ${id}`],
  ['an account whose password changed since', (id: number) => sql`update customer set password_hash = 'x' where id = ${id}`],
])('a link of %s is rejected', async (_, change) => {
  const customer = await createCustomer()
  await ask(customer.email)
  const token = await tokenIn(customer.email)
  await it.kernel.db.run(change(customer.id))
  expect(fields(await choose(token))).toEqual([422, 'token'])
})

test('a link sent by email verifies the address; one sent by text message does not', async () => {
  const [mailed, texted] = [await createCustomer(), await createCustomer()]
  await it.kernel.db.run(sql`update customer set email_verified_at = null where id = any(${[mailed.id, texted.id]})`)
  await ask(mailed.email)
  await choose(await tokenIn(mailed.email))
  await choose(await it.kernel.transaction((tx) => createPasswordToken(tx, { id: texted.id })))
  const proven = async (id: number) =>
    (await it.kernel.db.one<{ yes: boolean }>(sql`select email_verified_at is not null as yes from customer where id = ${id}`))?.yes
  expect([await proven(mailed.id), await proven(texted.id)]).toEqual([true, false])
  const identity = await it.kernel.db.one(sql`select i.verified_at is not null as yes from person_identity i
    join customer c on c.person_id = i.person_id where c.id = ${mailed.id} and i.value_norm = ${mailed.email}`)
  expect(identity).toEqual({ yes: true })
})

test('a short or mismatched password is rejected without using up the link', async () => {
  const customer = await createCustomer()
  await ask(customer.email)
  const token = await tokenIn(customer.email)
  expect(fields(await choose(token, 'short'))).toEqual([422, 'password'])
  expect(fields(await choose(token, NEW, `${NEW}.`))).toEqual([422, 'password_confirmation'])
  expect((await choose(token)).status).toBe(200)
})

test('link guesses are limited to twenty per IP address', async () => {
  const customer = await createCustomer()
  const token = await it.kernel.transaction((tx) => createPasswordToken(tx, { id: customer.id }))
  for (let i = 0; i < 20; i++) expect(fields(await choose(`guess ${i}`))).toEqual([422, 'token'])
  expect((await choose(token)).status).toBe(429)
})

test('a password email is limited to one a minute, counted separately for staff and customers', async () => {
  const customer = await createCustomer()
  expect((await ask(customer.email)).status).toBe(200)
  expect((await ask(` ${customer.email.toUpperCase()}`)).status).toBe(429)
  expect((await ask(customer.email, { type: 'admin' })).status).toBe(200)
  await it.jobs()
  // A link of a customer is not valid for staff.
  const sent = await it.kernel.db.rows<{ subject: string }>(sql`select subject from mail where recipient = ${customer.email} order by id`)
  expect(sent).toHaveLength(1)
  expect(fields(await ask(customer.email, { type: 'nobody' }))).toEqual([422, 'type'])
})

test('a disabled account gets no email, and the answer is the same', async () => {
  const customer = await createCustomer()
  await it.kernel.db.run(sql`update customer set enabled = false where id = ${customer.id}`)
  expect((await ask(customer.email)).body).toEqual({ status: 'passwords.sent' })
  expect(await lastMail(it, customer.email)).toBeUndefined()
})

test('an invitation to set a password is in the language of the account and expires after three days', async () => {
  const email = 'invited@shop.test'
  const { id } = (await owner.post('/api/admin/customer', { email, first_name: 'May', last_name: 'Chan' })).body
  await it.kernel.db.run(sql`update customer set language = 'zh-HK' where id = ${id}`)
  expect(await login(email, PASSWORD)).toBe(422)
  expect((await owner.post(`/api/admin/customer/${id}/invite`)).status).toBe(200)
  const link = linkIn((await lastMail(it, email))?.text)
  expect([link.pathname, link.searchParams.get('email')]).toEqual(['/zh-HK/set-password', email])
  await aged(id, '71 hours 59 minutes')
  expect((await choose(link.searchParams.get('token'))).status).toBe(200)
  expect(await login(email)).toBe(200)
  await owner.post(`/api/admin/customer/${id}/invite`)
  const late = await tokenIn(email)
  await aged(id, '72 hours 1 second')
  expect(fields(await choose(late))).toEqual([422, 'token'])
})

test('inviting requires an enabled account and the permission to update customers', async () => {
  const customer = await createCustomer()
  await it.kernel.db.run(sql`update customer set enabled = false where id = ${customer.id}`)
  expect(fields(await owner.post(`/api/admin/customer/${customer.id}/invite`))).toEqual([422, 'enabled'])
  const reader = await it.staff(['get customer'])
  expect((await reader.post(`/api/admin/customer/${customer.id}/invite`)).status).toBe(403)
})

test('a password set by staff ends the sessions and links of the account', async () => {
  const customer = await createCustomer()
  await ask(customer.email)
  const token = await tokenIn(customer.email)
  const { version } = (await owner.get(`/api/admin/customer/${customer.id}`)).body
  expect((await owner.put(`/api/admin/customer/${customer.id}`, { password: 'set by staff', version })).status).toBe(200)
  expect((await customer.post('/api/info')).status).toBe(401)
  expect(fields(await choose(token))).toEqual([422, 'token'])
  expect(await login(customer.email, 'set by staff')).toBe(200)
})
