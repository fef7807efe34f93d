import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHmac } from 'node:crypto'
import { sql } from 'stoa'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { fake, type CapturedRequest } from '../../../tests/support/fake-service.ts'
import { forgetLimits, member, rules, registered } from './support.ts'

/** Facebook tokens: accepted only if they are valid, issued for this app, and belong to the stated account. */
let it: TestApp
let graph: Awaited<ReturnType<typeof fake>>
let token: Record<string, unknown> = {}
let me: Record<string, unknown> = {}
let answer: { debug?: number; me?: number } = {}
beforeAll(async () => {
  it = await testApp(['people', 'catalogue'])
  graph = await fake(({ url }: CapturedRequest) =>
    url.pathname === '/debug_token' ? { status: answer.debug ?? 200, body: { data: token } } : { status: answer.me ?? 200, body: me },
  )
  await settings({ enabled: true, client_id: '77', client_secret: 'hush', graph_url: `${graph.url}/` })
})
afterAll(async () => {
  await graph.close()
  await it.close()
})
beforeEach(async () => {
  await forgetLimits(it)
  token = { app_id: '77', user_id: '1', is_valid: true, expires_at: 0 }
  me = { id: '1', email: 'may@shop.test' }
  answer = {}
})

const settings = (change: object) => it.kernel.settings.write(it.kernel, it.ctx, 'facebook', change as Record<string, unknown>, 'en-US')
const enter = () => it.guest.post('/api/facebook/sign_in', { access_token: 'T' })
const proven = (id: number) => it.kernel.db.run(sql`update customer set email_verified_at = now() where id = ${id}`)
let n = 1
/** A customer with a verified address, and a Facebook account with the same address. */
const createCustomer = async () => {
  const email = `fb${++n}@shop.test`
  const client = await member(it, email)
  await proven(client.id)
  token = { ...token, user_id: String(n) }
  me = { id: String(n), email }
  return { client: client, email }
}

test('requests to Facebook carry the app token and the app secret proof', async () => {
  await createCustomer()
  expect((await enter()).status).toBe(200)
  const [checked, profileRequest] = graph.requests.slice(-2)
  expect(Object.fromEntries(checked?.url.searchParams ?? [])).toEqual({ input_token: 'T', access_token: '77|hush' })
  expect(Object.fromEntries(profileRequest?.url.searchParams ?? [])).toEqual({
    ...{ fields: 'id,email', access_token: 'T', appsecret_proof: createHmac('sha256', 'hush').update('T').digest('hex') },
  })
  expect(profileRequest?.url.pathname).toBe('/me')
})

test.each([
  ['of another app', { app_id: '78' }, {}],
  ['of no app', { app_id: undefined }, {}],
  ['that is not valid', { is_valid: false }, {}],
  ['whose word is only like a yes', { is_valid: 'true' }, {}],
  ['of nobody', { user_id: '' }, {}],
  ['that ended', { expires_at: Math.floor(Date.now() / 1_000) - 1 }, {}],
  ['of somebody else than it says', {}, { id: '999' }],
])('a token %s is rejected', async (_, wrong, other) => {
  await createCustomer()
  token = { ...token, ...wrong }
  me = { ...me, ...other }
  expect([(await enter()).status, (await enter()).body.code]).toEqual([403, 'UNREGISTERED'])
})

test('a valid token signs in, with a future expiry or none', async () => {
  await createCustomer()
  for (const expires_at of [Math.floor(Date.now() / 1_000) + 60, 0, undefined]) {
    token = { ...token, expires_at }
    expect((await enter()).status, String(expires_at)).toBe(200)
  }
})

test('sign-in fails when Facebook returns an error', async () => {
  await createCustomer()
  for (const wrong of [{ debug: 400 }, { debug: 500 }, { me: 400 }]) {
    answer = wrong
    expect((await enter()).status, JSON.stringify(wrong)).toBe(403)
  }
})

test('the Facebook email address is normalized before matching, and a disabled account does not match', async () => {
  const { client, email } = await createCustomer()
  me = { ...me, email: ` ${email.toUpperCase()} ` }
  expect((await it.as((await enter()).body.token).post('/api/info')).body.id).toBe(client.id)
  await it.kernel.db.run(sql`update customer set enabled = false where id = ${client.id}`)
  expect((await enter()).status).toBe(403)
  const other = await createCustomer()
  await it.kernel.db.run(sql`update customer set enabled = false where id = ${other.client.id}`)
  expect((await enter()).status).toBe(403)
  expect(await it.kernel.db.rows(sql`select 1 from customer_social where customer_id = ${other.client.id}`)).toEqual([])
})

test('a linked account signs in whatever the Facebook address is, unless the shop requires a verified one', async () => {
  const client = await registered(it, 'connected@shop.test')
  token = { ...token, user_id: '500' }
  me = { id: '500' }
  expect((await client.post('/api/facebook/sign_in', { access_token: 'T' })).body).toEqual({ status: 'connected' })
  expect((await client.post('/api/facebook/sign_in', { access_token: 'T' })).body).toEqual({ status: 'connected' })
  expect((await it.as((await enter()).body.token).post('/api/info')).body.id).toBe(client.id)
  await rules(it, { login_validate_email: true })
  const refused = await enter()
  expect([refused.status, refused.body.code]).toEqual([403, 'EMAIL_UNVERIFIED'])
  await rules(it, { login_validate_email: false })
})

test('of two accounts that link one Facebook profile at once, one succeeds', async () => {
  const [first, two] = [await member(it, 'race1@shop.test'), await member(it, 'race2@shop.test')]
  token = { ...token, user_id: '600' }
  me = { id: '600' }
  const answers = await Promise.all([first, two].map((client) => client.post('/api/facebook/sign_in', { access_token: 'T' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})

test('token attempts are limited to twenty per IP address in a quarter of an hour', async () => {
  token = { ...token, is_valid: false }
  for (let i = 0; i < 20; i++) expect((await enter()).status).toBe(403)
  expect((await enter()).status).toBe(429)
})

test('Facebook sign-in cannot be enabled without its credentials, and its secret is never returned', async () => {
  const owner = await it.staff('owner')
  const write = (change: object) => owner.put('/api/admin/settings/facebook', change)
  for (const [change, field] of [
    [{ enabled: true, client_id: '' }, 'client_id'],
    [{ enabled: true, client_id: '77', client_secret: null }, 'client_secret'],
  ] as const) {
    const { status, body } = await write(change)
    expect([status, Object.keys(body.messages)], field).toEqual([422, [field]])
  }
  expect(JSON.stringify((await owner.get('/api/admin/settings/facebook')).body)).not.toContain('hush')
})
