import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import { createCode, hired, PASSWORD, setUp } from './staff-fixture.ts'

const shop = suite(['staff'])
// The middle of a time step, so that no new step begins during a test.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 }))
afterAll(() => void vi.useRealTimers())
const step = (ticket: string, code: string) => shop.it.guest.post('/api/admin/login/second-factor', { ticket, code })

test('with a second factor the password alone creates no session, and a code from the app does', async () => {
  const { login } = await hired(shop.it, 'ann')
  const { secret } = await setUp(shop.it, (await login()).body.token)
  const challenge = await login()
  expect(challenge).toMatchObject({ status: 202, body: { screen: 'staff/second-step', ticket: expect.any(String) } })
  expect(challenge.headers['set-cookie']?.toString() ?? '').not.toContain('stoa_admin')
  expect((await shop.it.as(challenge.body.ticket).get('/api/admin')).status).toBe(401)
  const wrong = await step(challenge.body.ticket, '000000')
  expect(wrong).toMatchObject({ status: 422, body: { messages: { code: [expect.any(String)] } } })
  const { status, body } = await step(challenge.body.ticket, createCode(secret))
  expect(status).toBe(200)
  expect((await shop.it.as(body.token).get('/api/admin')).body.name).toBe('ann')
})

test('a code works once, and invalidates all earlier ones', async () => {
  const { login } = await hired(shop.it, 'bob')
  const { secret } = await setUp(shop.it, (await login()).body.token)
  const enter = async (code: string) => (await step((await login()).body.ticket, code)).status
  expect(await enter(createCode(secret, -1))).toBe(422)
  const code = createCode(secret)
  expect(await enter(code)).toBe(200)
  expect(await enter(code)).toBe(422)
  expect(await enter(createCode(secret, 4))).toBe(422)
  expect(await enter(createCode(secret, 1))).toBe(200)
})

test('of five concurrent sign-ins with the same code one succeeds', async () => {
  const { login, id } = await hired(shop.it, 'carl')
  const { secret } = await setUp(shop.it, (await login()).body.token)
  const tickets = await Promise.all(Array.from({ length: 5 }, async () => (await login()).body.ticket))
  const code = createCode(secret)
  const statuses = await Promise.all(tickets.map(async (ticket) => (await step(ticket, code)).status))
  expect(statuses.toSorted()).toEqual([200, 422, 422, 422, 422])
  expect(await shop.it.kernel.db.rows(sql`select 1 from session where kind = 'admin' and subject_id = ${id}`)).toHaveLength(2)
})

test('each of ten recovery codes works once, however it is typed, and is stored only as a hash', async () => {
  const { login, id } = await hired(shop.it, 'dora')
  const { token } = (await login()).body
  const { codes } = await setUp(shop.it, token)
  expect(new Set(codes).size).toBe(10)
  const enter = async (code: string) => (await step((await login()).body.ticket, code)).status
  const [first = '', second = ''] = codes
  expect(await enter(first)).toBe(200)
  expect(await enter(first)).toBe(422)
  expect(await enter(second.toLowerCase().replaceAll('-', ' '))).toBe(200)
  expect((await shop.it.as(token).get('/api/admin/second-factor')).body).toMatchObject({ codes_left: 8, required: false })
  const stored = await shop.it.kernel.db.rows(sql`select encode(code_hash, 'escape') as hash from recovery_code where account_id = ${id}`)
  expect(JSON.stringify(stored)).not.toContain(first.replaceAll('-', ''))
  expect(await shop.it.kernel.db.one(sql`select secret like 'sealed:%' as sealed from second_factor where account_id = ${id}`)).toEqual({
    sealed: true,
  })
})

test('after five wrong codes in fifteen minutes every code is rejected, with any ticket', async () => {
  const { login } = await hired(shop.it, 'eve')
  const { secret } = await setUp(shop.it, (await login()).body.token)
  const tickets = [(await login()).body.ticket, (await login()).body.ticket]
  for (let i = 0; i < 5; i++) expect((await step(tickets[i % 2], '000000')).status).toBe(422)
  expect((await step(tickets[0], createCode(secret))).status).toBe(429)
  expect((await step(tickets[1], createCode(secret))).status).toBe(429)
})

test('a ticket is good for ten minutes and one session', async () => {
  const { login, id } = await hired(shop.it, 'fay')
  const { secret } = await setUp(shop.it, (await login()).body.token)
  const old = (await login()).body.ticket
  await shop.it.kernel.db.run(sql`update sign_in_ticket set expires_at = now() - interval '1 second' where account_id = ${id}`)
  expect((await step(old, createCode(secret))).body.messages).toEqual(['Your sign-in has timed out. Sign in again.'])
  const { ticket } = (await login()).body
  expect((await step(ticket, createCode(secret))).status).toBe(200)
  expect((await step(ticket, createCode(secret, 1))).body.messages).toEqual(['Your sign-in has timed out. Sign in again.'])
  await shop.it.clock('staff/sweep')
  expect(await shop.it.kernel.db.rows(sql`select 1 from sign_in_ticket where account_id = ${id}`)).toEqual([])
})

test('a role that requires a second factor makes its members set one up during sign-in', async () => {
  const { login, owner, role } = await hired(shop.it, 'gus')
  const before = (await login()).body.token
  expect((await owner.put(`/api/admin/role/${role.id}`, { second_factor: true, version: role.version })).status).toBe(200)
  const { status, body } = await login()
  expect({ status, screen: body.screen }).toEqual({ status: 202, screen: 'staff/second-setup' })
  expect((await step(body.ticket, '123456')).status).toBe(422)
  const setup = await shop.it.guest.post('/api/admin/login/second-factor/setup', { ticket: body.ticket })
  expect(setup.body).toMatchObject({ uri: expect.stringContaining('otpauth://totp/'), qr: expect.stringMatching(/^<svg/) })
  const confirm = (code: string) => shop.it.guest.post('/api/admin/login/second-factor/confirm', { ticket: body.ticket, code })
  expect((await confirm('000000')).status).toBe(422)
  const confirmed = await confirm(createCode(setup.body.secret))
  expect(confirmed.body.codes).toHaveLength(10)
  const me = shop.it.as(confirmed.body.token)
  expect((await me.get('/api/admin')).body.name).toBe('gus')
  // The session created by the password alone has ended.
  expect((await shop.it.as(before).get('/api/admin')).status).toBe(401)
  expect((await me.delete('/api/admin/second-factor', { code: createCode(setup.body.secret, 1) })).body.messages.code).toEqual([
    'Your role requires two-factor authentication.',
  ])
})

test('the password alone cannot replace an existing second factor', async () => {
  const { login } = await hired(shop.it, 'hal')
  const { token } = (await login()).body
  await setUp(shop.it, token)
  const { ticket } = (await login()).body
  expect((await shop.it.guest.post('/api/admin/login/second-factor/setup', { ticket })).status).toBe(422)
  expect((await shop.it.as(token).post('/api/admin/second-factor/setup')).status).toBe(422)
})

test('removing your own second factor or creating recovery codes requires a code', async () => {
  const { login } = await hired(shop.it, 'ida')
  const { token } = (await login()).body
  const me = shop.it.as(token)
  const { codes } = await setUp(shop.it, token)
  expect((await me.post('/api/admin/second-factor/codes', { code: '000000' })).status).toBe(422)
  const anew = (await me.post('/api/admin/second-factor/codes', { code: codes[0] })).body.codes
  expect(anew).toHaveLength(10)
  expect((await me.delete('/api/admin/second-factor', { code: codes[1] })).status).toBe(422)
  expect((await me.delete('/api/admin/second-factor', { code: anew[0] })).body).toEqual({ since: null, codes_left: 0, required: false })
  expect((await login()).status).toBe(200)
})

test('a reset requires another person who can update accounts and holds all permissions of the account', async () => {
  const { login, id, owner } = await hired(shop.it, 'jan', {
    permission_list: ['get role', 'update role', 'get account', 'update account'],
  })
  const { token } = (await login()).body
  await setUp(shop.it, token)
  const at = `/api/admin/account/${id}/reset_second_factor`
  expect((await owner.get(`/api/admin/account/${id}`)).body.second_factor).toBe(true)
  expect((await shop.it.as(token).post(at)).status).toBe(422)
  expect((await (await shop.it.staff(['get account', 'update account'])).post(at)).status).toBe(422)
  expect((await (await shop.it.staff(['get account', 'update role', 'get role'])).post(at)).status).toBe(403)
  expect((await login()).status).toBe(202)
  expect((await (await shop.it.staff(['get account', 'update account', 'update role', 'get role'])).post(at)).status).toBe(200)
  expect((await shop.it.as(token).get('/api/admin')).status).toBe(401)
  expect((await login()).status).toBe(200)
  expect((await owner.post(at)).status).toBe(422)
  expect((await owner.get(`/api/admin/account/${id}`)).body.second_factor).toBe(false)
})

test('requiring a second factor for a role takes all permissions of that role', async () => {
  const { role, owner } = await hired(shop.it, 'kim', { permission_list: ['update configuration'], second_factor: true })
  const at = `/api/admin/role/${role.id}`
  const few = await shop.it.staff(['get role', 'update role'])
  const off = { second_factor: false, version: role.version }
  expect((await few.put(at, off)).body.messages).toEqual({ second_factor: [expect.any(String)] })
  expect((await few.put(at, { name: 'Kin', version: role.version })).status).toBe(200)
  expect((await owner.put(at, { ...off, version: role.version + 1 })).body.second_factor).toBe(false)
})

test('staff cannot change their own role, neither its second factor nor its name, except with all permissions', async () => {
  const boss = await shop.it.staff(['get role', 'update role', 'get page'])
  const { id, name } = fine(await boss.get('/api/admin')).body.role
  fine(await shop.it.staff('owner').then((owner) => owner.put(`/api/admin/role/${id}`, { second_factor: true })))
  for (const more of [{ second_factor: false }, { name: 'mine' }, { name: 'mine', second_factor: false }])
    expect((await boss.put(`/api/admin/role/${id}`, more)).status, JSON.stringify(more)).toBe(422)
  const owner = await shop.it.staff('owner')
  expect(fine(await owner.get(`/api/admin/role/${id}`)).body).toMatchObject({ name, second_factor: true })
  const ownRoleId = fine(await owner.get('/api/admin')).body.role.id
  fine(await owner.put(`/api/admin/role/${ownRoleId}`, { second_factor: true }))
  fine(await owner.put(`/api/admin/role/${ownRoleId}`, { second_factor: false }))
})

test('the audit log records setup, failures, recovery codes and resets', async () => {
  const { login, id, owner } = await hired(shop.it, 'lou')
  const { codes } = await setUp(shop.it, (await login()).body.token)
  await step((await login()).body.ticket, '000000')
  await step((await login()).body.ticket, codes[0] ?? '')
  await owner.post(`/api/admin/account/${id}/reset_second_factor`)
  const auditLines = await shop.it.kernel.db.rows<{ verb: string; actor_name: string }>(
    sql`select verb, actor_name from audit_log where resource = 'account' and row_id = ${id} and verb like any (array['%factor%', 'recovery%']) order by id`,
  )
  expect(auditLines.map(({ verb }) => verb)).toEqual([
    'second factor on',
    'failed second factor',
    'recovery code',
    'second factor off',
    'reset_second_factor',
  ])
  expect(auditLines.slice(0, 3).every(({ actor_name }) => actor_name === 'lou')).toBe(true)
  expect(JSON.stringify(auditLines)).not.toContain(PASSWORD)
})

test('an account disabled during sign-in gets no session', async () => {
  const { login, id, owner } = await hired(shop.it, 'mel')
  const { secret } = await setUp(shop.it, (await login()).body.token)
  const { ticket } = (await login()).body
  await owner.put(`/api/admin/account/${id}`, { enabled: false, version: (await owner.get(`/api/admin/account/${id}`)).body.version })
  expect((await step(ticket, createCode(secret))).status).toBe(401)
})
