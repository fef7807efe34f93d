import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  closeSession,
  closeSessions,
  getSessionCookieName,
  definePlugin,
  f,
  openSession,
  rotateSession,
  route,
  Session,
  sql,
  createStaffCtx,
  t,
  hashToken,
} from 'stoa'
import { findSessionSubject } from '../../core/access/session.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

const actorShape = t.object({ id: t.int() })
const getId = (actor: { kind: string; id?: number }) => ({ id: actor.id ?? 0 })
/** Routes for customers; customer 13 may not sign in. */
const sessionPlugin = definePlugin({
  id: 'doors',
  activeSessionSql: sql`s.subject_id <> 13`,
  adminRoutes: [
    route({
      on: 'GET /door',
      id: 'door.staff',
      summary: 'Who',
      open: 'signed-in',
      response: actorShape,
      run: ({ ctx }) => getId(ctx.actor),
    }),
  ],
  storeRoutes: [
    route({
      on: 'POST /door',
      id: 'door.open',
      summary: 'Open',
      access: 'public',
      body: { id: f.int() },
      response: Session,
      run: ({ kernel, reply, body }) => openSession(kernel, reply, 'user', body.id),
    }),
    route({
      on: 'POST /door/turn',
      id: 'door.turn',
      summary: 'Turn',
      access: 'public',
      response: t.object({ session: t.maybe(Session) }),
      run: async ({ kernel, request, reply }) => ({ session: (await rotateSession(kernel, request, reply, 'user')) ?? null }),
    }),
    route({
      on: 'POST /door/leave',
      id: 'door.leave',
      summary: 'Leave',
      access: 'public',
      response: actorShape,
      run: async ({ kernel, request, reply }) => (await closeSession(kernel, request, reply, 'user'), { id: 0 }),
    }),
    route({
      on: 'GET /door',
      id: 'door.mine',
      summary: 'Who',
      access: 'customer',
      response: actorShape,
      run: ({ ctx }) => getId(ctx.actor),
    }),
    route({
      on: 'GET /door/any',
      id: 'door.any',
      summary: 'Who',
      access: 'public',
      response: actorShape,
      run: ({ ctx }) => getId(ctx.actor),
    }),
  ],
})

let it: TestApp
beforeAll(async () => {
  it = await testApp([], { extra: [sessionPlugin] })
})
afterAll(() => it.close())
beforeEach(() => it.kernel.db.run(sql`delete from session where kind = 'user'`))

const enter = async (id: number): Promise<{ token: string; expires_at: string }> => (await it.guest.post('/api/door', { id })).body
const mine = async (token: string) => (await it.as(token).get('/api/door')).body.id as number | undefined
const set = (token: string, values: { lastSeen?: string; ends?: string }) =>
  it.kernel.db.run(sql`update session set last_seen_at = now() - ${values.lastSeen ?? '0'}::interval,
    expires_at = case when ${values.ends ?? ''} = '' then expires_at else now() + ${values.ends ?? '0'}::interval end
    where token_hash = ${hashToken(token)}`)
/** Seconds until a session expires. */
const left = async (token: string) =>
  (
    await it.kernel.db.one<{ n: number }>(
      sql`select extract(epoch from expires_at - now())::int as n from session where token_hash = ${hashToken(token)}`,
    )
  )?.n
const DAY = 86_400

describe('a session', () => {
  test('is identified by its token, of which only the hash is stored', async () => {
    const { token, expires_at } = await enter(7)
    expect(await mine(token)).toBe(7)
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(29 * DAY * 1_000)
    const rows = await it.kernel.db.rows<{ hash: string }>(sql`select encode(token_hash, 'escape') as hash from session`)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await it.as(`${token.slice(0, -1)}-`).get('/api/door')).status).toBe(401)
    for (const authorization of [token, `Basic ${token}`, `NoBearer ${token}`, `Bearer ${token} more`, `bearer ${token}`])
      expect((await it.app.http.inject({ url: '/api/door', headers: { authorization } })).statusCode, authorization).toBe(401)
  })

  test('lasts thirty days for a customer and twelve hours for staff, from its last use', async () => {
    const { token } = await enter(7)
    expect(await left(token)).toBeGreaterThan(30 * DAY - 60)
    expect(await left(token)).toBeLessThanOrEqual(30 * DAY)
    await set(token, { lastSeen: '61 seconds', ends: '1 day' })
    expect(await mine(token)).toBe(7)
    expect(await left(token)).toBeGreaterThan(30 * DAY - 60)
    await it.staff('owner')
    const staff = (await it.guest.post('/api/admin/login', { email: 'staff1@shop.test', password: 'a long password' })).body.token
    expect(await left(staff)).toBeGreaterThan(12 * 3_600 - 60)
    expect(await left(staff)).toBeLessThanOrEqual(12 * 3_600)
    await set(staff, { lastSeen: '61 seconds', ends: '1 minute' })
    expect((await it.as(staff).get('/api/admin/door')).status).toBe(200)
    expect(await left(staff)).toBeGreaterThan(12 * 3_600 - 60)
  })

  test('is updated once a minute at most', async () => {
    const { token } = await enter(7)
    await set(token, { lastSeen: '50 seconds', ends: '1 day' })
    await mine(token)
    expect(await left(token)).toBeLessThanOrEqual(DAY)
  })

  test('that has expired is invalid', async () => {
    const { token } = await enter(7)
    await set(token, { lastSeen: '10 minutes', ends: '-1 second' })
    expect(await mine(token)).toBeUndefined()
    expect(await left(token)).toBeLessThan(0)
    expect((await it.as(token).get('/api/door/any')).body).toEqual({ id: 0 })
    const staff = await it.staff('owner')
    await it.kernel.db.run(sql`update session set expires_at = now() - interval '1 second' where kind = 'admin'`)
    expect((await staff.get('/api/admin/door')).status).toBe(401)
  })

  test('of one kind is not accepted for the other', async () => {
    const { token } = await enter(1)
    expect((await it.as(token).get('/api/admin/door')).status).toBe(401)
    const staff = await it.staff('owner')
    const cookie = (
      await it.app.http.inject({
        method: 'POST',
        url: '/api/admin/login',
        payload: { email: 'staff1@shop.test', password: 'a long password' },
      })
    ).cookies[0]
    expect((await staff.get('/api/door')).status).toBe(401)
    const send = (name: string, url: string) => it.app.http.inject({ url, cookies: { [name]: cookie?.value ?? '' } })
    expect((await send(getSessionCookieName(it.kernel, 'admin'), '/api/admin/door')).statusCode).toBe(200)
    expect((await send(getSessionCookieName(it.kernel, 'user'), '/api/admin/door')).statusCode).toBe(401)
    expect((await send(getSessionCookieName(it.kernel, 'user'), '/api/door')).statusCode).toBe(401)
    expect((await send(getSessionCookieName(it.kernel, 'admin'), '/api/door')).statusCode).toBe(401)
  })

  test('is invalid while its holder may not sign in', async () => {
    const { token } = await enter(13)
    expect(await mine(token)).toBeUndefined()
    await it.kernel.db.run(sql`update session set subject_id = 14 where token_hash = ${hashToken(token)}`)
    expect(await mine(token)).toBe(14)
  })

  test('of staff is invalid everywhere once their account is disabled', async () => {
    await it.staff('owner')
    const { token } = (await it.guest.post('/api/admin/login', { email: 'staff1@shop.test', password: 'a long password' })).body
    const subject = () => findSessionSubject(it.kernel, 'admin', token)
    const account = await it.kernel.db.one<{ id: number }>(sql`select id from account where email = 'staff1@shop.test'`)
    expect(await subject()).toBe(account?.id)
    expect(await findSessionSubject(it.kernel, 'user', token)).toBeUndefined()
    await it.kernel.db.run(sql`update account set enabled = false where id = ${account?.id}`)
    expect(await subject()).toBeUndefined()
    await it.kernel.db.run(sql`update account set enabled = true where id = ${account?.id}`)
    expect(await subject()).toBe(account?.id)
  })

  test('ends at sign-out, and no other does', async () => {
    const [first, other] = [await enter(7), await enter(7)]
    const answer = await it.as(first.token).post('/api/door/leave')
    expect(String(answer.headers['set-cookie'])).toMatch(/^stoa_user=;.*Expires=Thu, 01 Jan 1970/)
    expect([await mine(first.token), await mine(other.token)]).toEqual([undefined, 7])
    expect((await it.guest.post('/api/door/leave')).status).toBe(200)
  })
})

describe('a rotated token', () => {
  test('stays valid for a minute, so that other tabs can follow, and no longer', async () => {
    const { token } = await enter(7)
    const { session } = (await it.as(token).post('/api/door/turn')).body
    expect(session.token).not.toBe(token)
    expect([await mine(token), await mine(session.token)]).toEqual([7, 7])
    expect(await left(token)).toBeGreaterThan(50)
    expect(await left(token)).toBeLessThanOrEqual(60)
    expect(await left(session.token)).toBeGreaterThan(30 * DAY - 60)
  })

  test('does not live longer when it was about to expire', async () => {
    const { token } = await enter(7)
    await set(token, { ends: '5 seconds' })
    await it.as(token).post('/api/door/turn')
    expect(await left(token)).toBeLessThanOrEqual(5)
  })

  test('is not issued without a session or for an expired one', async () => {
    expect((await it.guest.post('/api/door/turn')).body).toEqual({ session: null })
    const { token } = await enter(7)
    await set(token, { ends: '-1 second' })
    expect((await it.as(token).post('/api/door/turn')).body).toEqual({ session: null })
    expect(await it.kernel.db.rows(sql`select 1 from session where kind = 'user'`)).toHaveLength(1)
  })
})

test('the cookie of a shop on https is secure and HttpOnly', async () => {
  const secure = await testApp([], { extra: [sessionPlugin], env: { STOA_URL: 'https://shop.test' } })
  const getCookie = async (app: TestApp) => String((await app.guest.post('/api/door', { id: 7 })).headers['set-cookie'])
  expect(await getCookie(secure)).toMatch(/^__Host-stoa_user=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(await getCookie(it)).toMatch(/^stoa_user=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  await secure.close()
})

test('all other sessions and reset links of an account are revoked, and those of other accounts stay', async () => {
  const [current, ended, other] = [await enter(7), await enter(7), await enter(8)]
  const links = () =>
    it.kernel.db.rows<{ kind: string; subject_id: number }>(sql`select kind, subject_id from password_reset order by kind, subject_id`)
  await it.kernel.db.run(sql`insert into password_reset (token_hash, kind, subject_id, expires_at)
    select sha256(convert_to(kind || id, 'UTF8')), kind, id, now() from (values ('user', 7), ('user', 8), ('admin', 7)) as x(kind, id)`)
  await closeSessions(it.kernel.db, 'user', 7, current.token)
  expect([await mine(current.token), await mine(ended.token), await mine(other.token)]).toEqual([7, undefined, 8])
  expect(await links()).toEqual([
    { kind: 'admin', subject_id: 7 },
    { kind: 'user', subject_id: 8 },
  ])
  await closeSessions(it.kernel.db, 'user', 7)
  expect(await mine(current.token)).toBeUndefined()
})

describe('a staff account', () => {
  let n = 0
  const account = async (values: { permission_list?: string[]; superuser?: boolean; once?: boolean } = {}) => {
    n++
    const role = await it.kernel.db.one<{ id: number }>(sql`insert into role (name, superuser, permission_list)
      values (${`session role ${n}`}, ${values.superuser ?? false}, ${values.permission_list ?? []}) returning id`)
    await it.staff('owner')
    const row = await it.kernel.db.one<{ id: number }>(sql`insert into account (name, email, role_id, password_hash, must_change_password)
      select ${`Sam ${n}`}, ${`sam${n}@shop.test`}, ${role?.id}, password_hash, ${values.once ?? false} from account where email = 'staff1@shop.test' returning id`)
    const login = (password = 'a long password') => it.guest.post('/api/admin/login', { email: `sam${n}@shop.test`, password })
    return { id: row?.id ?? 0, login }
  }

  test('with a one-time password can view itself, change the password or sign out, and nothing else', async () => {
    const { login } = await account({ superuser: true, once: true })
    const sam: Client = it.as((await login()).body.token)
    expect((await sam.get('/api/admin')).body.must_change_password).toBe(true)
    for (const url of ['/api/admin/role', '/api/admin/door', '/api/admin/manifest', '/api/admin/permissions'])
      expect((await sam.get(url)).status, url).toBe(403)
    expect((await sam.post('/api/admin/role', { name: 'x' })).status).toBe(403)
    const changed = await sam.put('/api/admin', { password: 'another password', current_password: 'a long password' })
    expect(changed.body.must_change_password).toBe(false)
    expect((await sam.get('/api/admin/role')).status).toBe(200)
    expect((await login('another password')).status).toBe(200)
  })

  test('that changes its password stays signed in here only', async () => {
    const { login } = await account()
    const [here, there] = [it.as((await login()).body.token), it.as((await login()).body.token)]
    const wrong = await here.put('/api/admin', { password: 'another password', current_password: 'not this one' })
    expect(wrong).toMatchObject({ status: 422, body: { messages: { current_password: [expect.any(String)] } } })
    expect((await here.put('/api/admin', { password: 'another password' })).status).toBe(422)
    expect((await there.get('/api/admin')).status).toBe(200)
    expect((await here.put('/api/admin', { password: 'another password', current_password: 'a long password' })).status).toBe(200)
    expect([(await here.get('/api/admin')).status, (await there.get('/api/admin')).status]).toEqual([200, 401])
  })

  test('updates its profile completely or not at all', async () => {
    const { login } = await account()
    const [here, there] = [it.as((await login()).body.token), it.as((await login()).body.token)]
    const change = { name: 'Else', password: 'another password', current_password: 'a long password' }
    expect((await here.put('/api/admin', { ...change, preferences: ['no map'] })).status).toBe(422)
    expect((await here.put('/api/admin', { ...change, current_password: 'wrong', preferences: { a: 1 } })).status).toBe(422)
    expect((await there.get('/api/admin')).body).toMatchObject({ name: `Sam ${n}`, preferences: {} })
    expect((await login()).status).toBe(200)
    expect((await here.put('/api/admin', { ...change, preferences: { a: 1 } })).body).toMatchObject({ name: 'Else', preferences: { a: 1 } })
  })

  test('has its current permissions in a job started by it, and none when disabled', async () => {
    const { id } = await account({ permission_list: ['get role'] })
    const rights = async () => {
      const ctx = await createStaffCtx(it.kernel, id, 'zh-HK')
      if (!ctx || ctx.actor.kind !== 'admin') return undefined
      expect(ctx).toMatchObject({ language: 'zh-HK', mainLanguage: 'en-US', actor: { id, name: `Sam ${n}` } })
      return [ctx.actor.allows('get role'), ctx.actor.allows('destroy role')]
    }
    expect(await rights()).toEqual([true, false])
    await it.kernel.db.run(
      sql`update role set permission_list = '{destroy role}' where id = (select role_id from account where id = ${id})`,
    )
    expect(await rights()).toEqual([false, true])
    await it.kernel.db.run(sql`update role set superuser = true where id = (select role_id from account where id = ${id})`)
    expect(await rights()).toEqual([true, true])
    await it.kernel.db.run(sql`update account set enabled = false where id = ${id}`)
    expect(await rights()).toBeUndefined()
    expect(await createStaffCtx(it.kernel, 999_999, 'zh-HK')).toBeUndefined()
  })

  test('stores preferences side by side, removes them with null, and limits their size', async () => {
    const { login } = await account()
    const sam = it.as((await login()).body.token)
    const keep = async (preferences: unknown) => (await sam.put('/api/admin', { preferences })).status
    const getPreferences = async () => (await sam.get('/api/admin')).body.preferences
    expect(await keep({ 'list:role': { columns: ['name'] }, tour: true })).toBe(200)
    expect(await keep({ tour: null, theme: 'x' })).toBe(200)
    expect(await getPreferences()).toEqual({ 'list:role': { columns: ['name'] }, theme: 'x' })
    for (const wrong of [['x'], { 'Bad Name': 1 }, { '1a': 1 }, { [`a${'b'.repeat(81)}`]: 1 }, { a: 'nul \0' }, { a: 'x'.repeat(60_000) }])
      expect(await keep(wrong), JSON.stringify(wrong).slice(0, 30)).toBe(422)
    expect(await keep({ a: 'x'.repeat(59_000) })).toBe(200)
    expect(await keep({ b: 'x'.repeat(2_000) })).toBe(422)
    expect(await keep({ a: null })).toBe(200)
    expect(await getPreferences()).toEqual({ 'list:role': { columns: ['name'] }, theme: 'x' })
  })

  test('has sign-ins and failed ones in the audit log, with the IP address', async () => {
    const { id, login } = await account()
    await login('a wrong password')
    await login()
    const rows = await it.kernel.db.rows(
      sql`select verb, actor_kind, actor_name, address from audit_log where resource = 'account' and row_id = ${id} order by id`,
    )
    expect(rows).toEqual([
      { verb: 'failed login', actor_kind: 'guest', actor_name: 'guest', address: '127.0.0.1' },
      { verb: 'login', actor_kind: 'admin', actor_name: `Sam ${n}`, address: '127.0.0.1' },
    ])
    await it.kernel.db.run(sql`update account set enabled = false where id = ${id}`)
    expect((await login()).body.code).toBe('WRONG_CREDENTIALS')
  })

  test('can reset a forgotten password once within half an hour, which ends all sessions', async () => {
    const { id, login } = await account()
    const sam = it.as((await login()).body.token)
    const ask = () => it.guest.post('/api/admin/password/email', { email: `Sam${n}@shop.test` })
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    await it.jobs()
    const link = await it.kernel.db.one<{ n: number }>(
      sql`select extract(epoch from expires_at - now())::int as n from password_reset where kind = 'admin' and subject_id = ${id}`,
    )
    expect(link?.n).toBeGreaterThan(29 * 60)
    expect(link?.n).toBeLessThanOrEqual(30 * 60)
    const put = async (hash: string, more: object = {}) => {
      await it.kernel.db.run(
        sql`update password_reset set token_hash = ${hashToken(hash)}, expires_at = now() + interval '1 minute' where subject_id = ${id}`,
      )
      return it.guest.post('/api/admin/password/reset', {
        token: hash,
        password: 'brand new word',
        password_confirmation: 'brand new word',
        ...more,
      })
    }
    expect((await put('one', { password_confirmation: 'brand new ward' })).body.messages).toHaveProperty('password_confirmation')
    expect((await put('one', { token: 'two' })).body.messages).toHaveProperty('token')
    await it.kernel.db.run(sql`update password_reset set kind = 'user' where subject_id = ${id}`)
    expect((await put('one')).status).toBe(422)
    await it.kernel.db.run(sql`update password_reset set kind = 'admin' where subject_id = ${id}`)
    expect((await sam.get('/api/admin')).status).toBe(200)
    expect((await put('one')).status).toBe(200)
    expect((await sam.get('/api/admin')).status).toBe(401)
    expect((await login('brand new word')).status).toBe(200)
    expect(await it.kernel.db.rows(sql`select 1 from password_reset where subject_id = ${id}`)).toEqual([])
  })
})
