import { expect, test } from 'vitest'
import { sql, hashToken } from 'stoa'
import { suite } from 'stoa/testing'
import { hired, PASSWORD } from './staff-fixture.ts'

const shop = suite(['staff', 'sheets', 'people', 'payments'])
const login = (email: string, agent: string) =>
  shop.it.guest.post('/api/admin/login', { email, password: PASSWORD }, { 'user-agent': agent }).then(({ body }) => body.token as string)
const listSessions = async (token: string) =>
  (await shop.it.as(token).get('/api/admin/session')).body.data as { id: number; browser: string; network: string; here: boolean }[]
const status = async (token: string, url = '/api/admin') => (await shop.it.as(token).get(url)).status
const long = (token: string, minutes: number, column: 'created_at' | 'proved_at') =>
  shop.it.kernel.db.run(
    column === 'created_at'
      ? sql`update session set created_at = now() - make_interval(mins => ${minutes}) where token_hash = ${hashToken(token)}`
      : sql`update session set proved_at = now() - make_interval(mins => ${minutes}) where token_hash = ${hashToken(token)}`,
  )

test("your own sessions are listed with browser and network, the current one first, and nobody else's", async () => {
  const { email } = await hired(shop.it, 'ann')
  const [there, here] = [await login(email, 'Firefox there'), await login(email, 'Chrome here')]
  const rows = await listSessions(here)
  expect(rows.map(({ browser, network, here: isCurrent }) => [browser, network, isCurrent])).toEqual([
    ['Chrome here', '127.0.0.1', true],
    ['Firefox there', '127.0.0.1', false],
  ])
  expect((await listSessions(there)).map(({ here: isCurrent, browser }) => [browser, isCurrent])).toContainEqual(['Firefox there', true])
  const { email: other } = await hired(shop.it, 'bob')
  expect(await listSessions(await login(other, 'Safari'))).toHaveLength(1)
})

test("one of your sessions, or all but the current one, can be signed out, and never somebody else's", async () => {
  const { email } = await hired(shop.it, 'carl')
  const [here, firstToken, two] = [await login(email, 'here'), await login(email, 'one'), await login(email, 'two')]
  const findSessionId = async (browser: string) => (await listSessions(here)).find((row) => row.browser === browser)?.id ?? 0
  const { email: other } = await hired(shop.it, 'dora')
  const theirs = await login(other, 'theirs')
  expect((await shop.it.as(theirs).delete(`/api/admin/session/${await findSessionId('one')}`)).status).toBe(404)
  expect((await shop.it.as(here).delete(`/api/admin/session/${await findSessionId('one')}`)).body).toEqual({ ended: 1 })
  expect([await status(here), await status(firstToken), await status(two)]).toEqual([200, 401, 200])
  expect((await shop.it.as(here).delete('/api/admin/session')).body).toEqual({ ended: 1 })
  expect([await status(here), await status(two), await status(theirs)]).toEqual([200, 401, 200])
})

test('staff are signed out a fixed time after signing in, despite activity or a refreshed token', async () => {
  const { email, owner } = await hired(shop.it, 'eve')
  const token = await login(email, 'here')
  await long(token, 168 * 60 - 5, 'created_at')
  const next = (await shop.it.as(token).post('/api/token/refresh', { role: 'admin' })).body.token
  expect([await status(token), await status(next)]).toEqual([200, 200])
  expect(await listSessions(next)).toHaveLength(1)
  await shop.it.kernel.db
    .run(sql`update session set created_at = created_at - interval '6 minutes' where network = '127.0.0.1' and browser <> ''
    and subject_id = (select id from account where email = ${email})`)
  expect([await status(token), await status(next)]).toEqual([401, 401])
  expect((await shop.it.as(next).post('/api/token/refresh', { role: 'admin' })).status).toBe(401)
  const fresh = await login(email, 'again')
  await long(fresh, 61, 'created_at')
  expect(await status(fresh)).toBe(200)
  expect((await owner.put('/api/admin/settings/sign_in', { longest_hours: 1 })).status).toBe(200)
  expect(await status(fresh)).toBe(401)
  expect((await owner.put('/api/admin/settings/sign_in', { longest_hours: 168 })).status).toBe(200)
})

test('changing roles, accounts, payment methods and erasing people require a recent password, other actions do not', async () => {
  const { email } = await hired(shop.it, 'fay', { superuser: true })
  const token = await login(email, 'here')
  const fay = shop.it.as(token)
  await long(token, 16, 'proved_at')
  const requiresPassword = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status: found, body } = await answer
    return found === 403 && body.code === 'PASSWORD_AGAIN'
  }
  expect(await requiresPassword(fay.post('/api/admin/role', { name: 'x', permission_list: [] }))).toBe(true)
  expect(await requiresPassword(fay.put('/api/admin/account/1', { name: 'x' }))).toBe(true)
  expect(await requiresPassword(fay.put('/api/admin/account/batch', { ids: [1], key: 'enabled', value: false }))).toBe(true)
  expect(await requiresPassword(fay.post('/api/admin/payment_method', {}))).toBe(true)
  expect(await requiresPassword(fay.get('/api/admin/person/export?type=csv'))).toBe(true)
  expect(await requiresPassword(fay.get('/api/admin/customer/export?type=csv'))).toBe(true)
  expect(await requiresPassword(fay.post('/api/admin/second-factor/setup'))).toBe(true)
  for (const url of ['role', 'account', 'payment_method', 'person', 'role/options', 'customer_group/export?type=csv'])
    expect(await requiresPassword(fay.get(`/api/admin/${url}`)), url).toBe(false)
  expect(await requiresPassword(fay.post('/api/admin/customer_group', { name: 'New' }))).toBe(false)
  expect((await fay.post('/api/admin/password/again', { password: 'not this one' })).body.messages).toEqual({
    password: [expect.any(String)],
  })
  expect(await requiresPassword(fay.post('/api/admin/role', { name: 'x', permission_list: [] }))).toBe(true)
  expect((await fay.post('/api/admin/password/again', { password: PASSWORD })).status).toBe(200)
  expect((await fay.post('/api/admin/role', { name: 'x of fay', permission_list: [] })).status).toBe(201)
})

test('a confirmed password applies to its own session only, and a refreshed token does not extend it', async () => {
  const { email } = await hired(shop.it, 'gus', { superuser: true })
  const [here, there] = [await login(email, 'here'), await login(email, 'there')]
  await long(here, 16, 'proved_at')
  await long(there, 16, 'proved_at')
  await shop.it.as(here).post('/api/admin/password/again', { password: PASSWORD })
  expect((await shop.it.as(there).post('/api/admin/role', { name: 'r', permission_list: [] })).body.code).toBe('PASSWORD_AGAIN')
  const next = (await shop.it.as(there).post('/api/token/refresh', { role: 'admin' })).body.token
  expect((await shop.it.as(next).post('/api/admin/role', { name: 'r', permission_list: [] })).body.code).toBe('PASSWORD_AGAIN')
})

test('a missing permission is reported before the password is requested', async () => {
  const { email } = await hired(shop.it, 'hal')
  const token = await login(email, 'here')
  await long(token, 16, 'proved_at')
  expect((await shop.it.as(token).post('/api/admin/role', { name: 'r' })).body.code).toBe('FORBIDDEN')
})
