import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../support/app.ts'
import { newestMail } from '../support/mails.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp([])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const createRole = async (name: string, permission_list: string[]) =>
  (await owner.post('/api/admin/role', { name, permission_list })).body.id as number

test('a staff account created with a password can sign in with it', async () => {
  const made = await owner.post('/api/admin/account', {
    name: 'May',
    email: 'May@Shop.test',
    password: 'correct horse',
    role_id: await createRole('may', ['get role']),
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(JSON.stringify(made.body)).not.toContain('correct horse')
  const login = await it.guest.post('/api/admin/login', { email: 'may@shop.test', password: 'correct horse' })
  expect(login.status).toBe(200)
  expect((await it.as(login.body.token).get('/api/admin')).body).toMatchObject({
    email: 'may@shop.test',
    role: { permission_list: ['get role'] },
  })
})

test('spaces around a staff password are part of it', async () => {
  const email = 'spaces@shop.test'
  const made = { name: 'Sam', email, password: ' a spaced password ', role_id: await createRole('spaces', ['get role']) }
  expect((await owner.post('/api/admin/account', made)).status).toBe(201)
  expect((await it.guest.post('/api/admin/login', { email, password: made.password.trim() })).status).toBe(422)
  const { status, body } = await it.guest.post('/api/admin/login', { email, password: made.password })
  expect(status).toBe(200)
  const changed = { password: 'the next one ', current_password: made.password }
  expect((await it.as(body.token).put('/api/admin', changed)).status).toBe(200)
  expect((await it.guest.post('/api/admin/login', { email, password: 'the next one ' })).status).toBe(200)
})

test('permissions are stored in canonical form, however they are written', async () => {
  const made = await owner.post('/api/admin/role', { name: 'forms', permission_list: ['role:get', 'batch update roles', 'get role'] })
  expect(made.body.permission_list).toEqual(['batch update role', 'get role'])
  const wrong = await owner.post('/api/admin/role', { name: 'wrong', permission_list: ['everything'] })
  expect(wrong.status).toBe(422)
})

test('staff cannot grant a permission they do not have', async () => {
  const clerk = await it.staff(['get role', 'create role', 'update role'])
  const made = await clerk.post('/api/admin/role', { name: 'beyond', permission_list: ['get role', 'destroy account'] })
  expect(made.status).toBe(422)
  expect(made.body.messages.permission_list[0]).toContain('destroy account')
})

test('a role change, a disabled account and a sign-out take effect with the next request', async () => {
  const role = await createRole('changing', ['get role'])
  const account = await owner.post('/api/admin/account', {
    name: 'Joe',
    email: 'joe@shop.test',
    password: 'a long password',
    role_id: role,
  })
  const login = async () =>
    it.as((await it.guest.post('/api/admin/login', { email: 'joe@shop.test', password: 'a long password' })).body.token)
  const joe = await login()
  expect((await joe.get('/api/admin/role')).status).toBe(200)
  await owner.put(`/api/admin/role/${role}`, { permission_list: ['get account'] })
  expect((await joe.get('/api/admin/role')).status).toBe(403)
  await owner.put(`/api/admin/account/${account.body.id}`, { enabled: false })
  expect((await joe.get('/api/admin/account')).status).toBe(401)
  await owner.put(`/api/admin/account/${account.body.id}`, { enabled: true })
  const again = await login()
  await again.post('/api/admin/logout')
  expect((await again.get('/api/admin/account')).status).toBe(401)
})

test('the last account that can change roles cannot be disabled or demoted', async () => {
  const alone = await testApp([])
  const last = await alone.staff('owner')
  const { body } = await last.get('/api/admin')
  expect((await last.put(`/api/admin/account/${body.id}`, { enabled: false })).status).toBe(422)
  expect((await last.put(`/api/admin/role/${body.role.id}`, { superuser: false })).status).toBe(422)
  expect((await last.get('/api/admin')).status).toBe(200)
  await alone.close()
})

test('of many parallel password guesses only five are checked', async () => {
  await owner.post('/api/admin/account', {
    name: 'Amy',
    email: 'amy@shop.test',
    password: 'a long password',
    role_id: await createRole('amy', []),
  })
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, i) => it.guest.post('/api/admin/login', { email: 'amy@shop.test', password: `guess ${i}` })),
  )
  expect(guesses.filter((g) => g.status === 422)).toHaveLength(5)
  expect(guesses.filter((g) => g.status === 429)).toHaveLength(7)
  expect((await it.guest.post('/api/admin/login', { email: 'amy@shop.test', password: 'a long password' })).status).toBe(429)
})

test('a session cookie is accepted only from our own pages', async () => {
  const login = await it.app.http.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { email: 'may@shop.test', password: 'correct horse' },
  })
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
  expect(String(login.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/)
  const send = (headers: Record<string, string>) =>
    it.app.http.inject({ method: 'POST', url: '/api/admin/logout', headers: { cookie, ...headers } })
  expect((await send({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await send({ origin: 'https://evil.test' })).statusCode).toBe(403)
  expect((await send({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
})

test('every write is in the audit log with its changes, without secrets', async () => {
  const role = await createRole('audited', ['get role'])
  await owner.put(`/api/admin/role/${role}`, { permission_list: ['get account'] })
  await owner.post('/api/admin/account', { name: 'Sue', email: 'sue@shop.test', password: 'top secret word', role_id: role })
  const { body } = await owner.get(`/api/admin/audit_log?resource=role&row_id=${role}`)
  expect(body.data[0]).toMatchObject({ verb: 'update', changes: [{ field: 'permission_list', old: ['get role'], new: ['get account'] }] })
  const all = await owner.get('/api/admin/audit_log?limit=100')
  expect(JSON.stringify(all.body)).not.toContain('top secret word')
})

test('a reset link works once, and the response does not reveal whether an account exists', async () => {
  const existingAccountResponse = await it.guest.post('/api/admin/password/email', { email: 'sue@shop.test' })
  const unknown = await it.guest.post('/api/admin/password/email', { email: 'nobody@shop.test' })
  expect(existingAccountResponse.body).toEqual(unknown.body)
  // A job sends the mail after the response, so the response time does not show whether the account exists.
  expect(await newestMail(it, 'sue@shop.test')).toBeUndefined()
  await it.jobs()
  const token = /token=([\w-]+)/.exec((await newestMail(it, 'sue@shop.test'))?.text_body ?? '')?.[1]
  const reset = (password: string) => it.guest.post('/api/admin/password/reset', { token, password, password_confirmation: password })
  expect((await reset('brand new word')).body).toEqual({ status: 'passwords.reset' })
  expect((await reset('another word 2')).status).toBe(422)
  expect((await it.guest.post('/api/admin/login', { email: 'sue@shop.test', password: 'brand new word' })).status).toBe(200)
})

test('a staff email gets five reset links a day at most, and a network twenty in a quarter of an hour', async () => {
  const ask = (email: string) => it.guest.post('/api/admin/password/email', { email })
  await it.kernel.db.run(sql`delete from rate_limit where key like 'admin-reset%'`)
  for (let i = 0; i < 5; i++) {
    expect((await ask('sue@shop.test')).status).toBe(200)
    await it.kernel.db.run(sql`delete from rate_limit where key = 'admin-reset sue@shop.test'`)
  }
  expect((await ask('sue@shop.test')).status).toBe(429)
  for (let i = 0; i < 14; i++) expect((await ask(`someone${i}@shop.test`)).status).toBe(200)
  expect((await ask('last@shop.test')).status).toBe(429)
  await it.kernel.db.run(sql`delete from rate_limit where key like 'admin-reset%'`)
})

test('a common password and the current password are refused', async () => {
  const owner = await it.staff('owner')
  const { body: role } = await owner.post('/api/admin/role', { name: 'of passwords', permission_list: ['get role'] })
  const named = (password: string) =>
    owner.post('/api/admin/account', { name: 'Pat', email: `pat${Math.random()}@shop.test`, role_id: role.id, password })
  for (const password of ['password', 'Password123!', '12345678', 'qwertyuiop', 'zzzzzzzzzz'])
    expect([password, (await named(password)).body.messages]).toEqual([
      password,
      { password: ['This password is too common. Choose another one.'] },
    ])
  const made = await named('seven tall lamps')
  expect(made.status).toBe(201)
  const { token } = (await it.guest.post('/api/admin/login', { email: made.body.email, password: 'seven tall lamps' })).body
  const same = { password: 'seven tall lamps', current_password: 'seven tall lamps' }
  expect((await it.as(token).put('/api/admin', same)).body.messages).toEqual({
    password: ['Choose a password that differs from your current one.'],
  })
  expect((await it.as(token).put('/api/admin', { ...same, password: 'eight tall lamps' })).status).toBe(200)
})
