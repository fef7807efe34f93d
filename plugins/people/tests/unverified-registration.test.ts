import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Actor, sql } from 'stoa'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { CONSENT } from '../index.ts'
import type { ConsentState } from '../services/consent.ts'
import { forgetLimits, form, lastMail, linkIn, PASSWORD, registered } from './support.ts'

/** Registering with someone else's address gives no access, before or after its owner verifies it. */
let it: TestApp
beforeAll(async () => {
  it = await testApp(['people'])
})
afterAll(() => it.close())
beforeEach(() => forgetLimits(it))

const system: Actor = { kind: 'system', name: 'test' }
const state = (email: string) => it.kernel.get(CONSENT).getState(it.kernel.db, email)
const says = (address: string, next: ConsentState) =>
  it.kernel.transaction((tx) =>
    it.kernel.get(CONSENT).recordChange(tx, { address, state: next, reason: 'user', source: 'test', actor: system }),
  )
const verifyPath = async (email: string) => {
  await it.guest.post('/api/email/verify/resend', { email })
  const { pathname, search } = linkIn((await lastMail(it, email))?.text)
  return `/api${pathname}${search}`
}

test.each(['unsubscribed', 'suppressed'] as const)(
  'registering with an address that is %s changes no consent and sends no confirmation',
  async (before) => {
    const email = `${before}@shop.test`
    await says(email, before)
    const stranger = await registered(it, email, { is_subscribe: true })
    expect(await state(email)).toBe(before)
    expect(await lastMail(it, email)).toBeUndefined()
    for (const write of [
      () => stranger.post('/api/subscribe', { email }),
      () => stranger.put('/api/profile', { is_subscribe: false }),
      () => stranger.put('/api/profile', { is_subscribe: true }),
      () => stranger.post(`/api/unsubscribe/${email}`, { undo: true }),
    ]) {
      await forgetLimits(it)
      expect((await write()).status).toBeLessThan(400)
    }
    const choice = await stranger.post(`/api/preference/${email}`, {
      choices: [{ channel: 'email', topic: 'marketing', subscribed: true }],
    })
    expect(choice.status).toBe(403)
    expect(await state(email)).toBe(before)
  },
)

test('registering with a subscribed address does not unsubscribe it, and does not reveal the subscription', async () => {
  await says('reader@shop.test', 'subscribed')
  const stranger = await registered(it, 'reader@shop.test', { is_subscribe: false })
  expect(await state('reader@shop.test')).toBe('subscribed')
  expect((await stranger.post('/api/info')).body.is_subscribe).toBe(false)
  expect((await stranger.get('/api/unsubscribe/reader@shop.test')).body.status).toBe('unknown')
})

test('a subscription chosen at registration is confirmed by email and takes effect once the address is verified', async () => {
  const may = await registered(it, 'wish@shop.test')
  expect([await state('wish@shop.test'), (await may.post('/api/info')).body.is_subscribe]).toEqual([undefined, true])
  expect(linkIn((await lastMail(it, 'wish@shop.test'))?.text).searchParams.get('want')).toBe('1')
  expect((await may.get(await verifyPath('wish@shop.test'))).body).toEqual({ status: 'verified', email: 'wish@shop.test', token: null })
  expect(await state('wish@shop.test')).toBe('subscribed')
})

test('the timeline of an email address is visible only after the address is verified', async () => {
  const may = await registered(it, 'lines@shop.test')
  await it.kernel.db.run(
    sql`update timeline_activity set visibility = 'person' where person_id = (select person_id from customer where id = ${may.id})`,
  )
  expect((await may.get('/api/timeline')).body.data).toEqual([])
  await may.get(await verifyPath('lines@shop.test'))
  expect((await may.get('/api/timeline')).body.data.length).toBeGreaterThan(0)
})

test('verifying an address in another browser ends all access to the account, and its owner sets a new password', async () => {
  const stranger = await registered(it, 'owner@shop.test', { country_code: '852', phone: '9555 0001' })
  await it.kernel.db.run(sql`update customer set phone_verified_at = now() where id = ${stranger.id}`)
  await it.kernel.db.run(sql`insert into customer_social (provider, subject, customer_id) values ('facebook', 'x1', ${stranger.id})`)
  const proven = await it.guest.get(await verifyPath('owner@shop.test'))
  expect(proven.body).toMatchObject({ status: 'verified', email: 'owner@shop.test', token: expect.any(String) })
  expect((await stranger.post('/api/info')).status).toBe(401)
  expect((await it.guest.post('/api/login', { email: 'owner@shop.test', password: PASSWORD })).status).toBe(422)
  expect(await it.kernel.db.rows(sql`select from customer_social where customer_id = ${stranger.id}`)).toEqual([])
  expect(await it.kernel.db.one(sql`select phone_verified_at from customer where id = ${stranger.id}`)).toEqual({ phone_verified_at: null })
  const password = 'another long password'
  const chosen = await it.guest.post('/api/reset/password', { token: proven.body.token, password, password_confirmation: password })
  expect(chosen.status).toBe(200)
  expect((await it.guest.post('/api/login', { email: 'owner@shop.test', password })).status).toBe(200)
})

test('verifying an address in the registering browser keeps its session and the password', async () => {
  const may = await registered(it, 'same@shop.test')
  const other = (await it.guest.post('/api/login', { email: 'same@shop.test', password: PASSWORD })).body.token
  expect((await may.get(await verifyPath('same@shop.test'))).body.token).toBeNull()
  expect((await may.post('/api/info')).status).toBe(200)
  expect((await it.as(other).post('/api/info')).status).toBe(401)
  expect((await it.guest.post('/api/login', { email: 'same@shop.test', password: PASSWORD })).status).toBe(200)
})

test('the registering browser is recognised without a session, for its own account only', async () => {
  const register = (email: string) => it.app.http.inject({ method: 'POST', url: '/api/register', payload: form(email) })
  const [first, two] = [await register('here@shop.test'), await register('there@shop.test')]
  const mark = (answer: typeof first) =>
    Object.fromEntries(answer.cookies.filter(({ name }) => /opened/.test(name)).map(({ name, value }) => [name, value]))
  const open = async (email: string, cookies: Record<string, string>) =>
    (await it.app.http.inject({ method: 'GET', url: await verifyPath(email), cookies })).json()
  expect((await open('here@shop.test', mark(first))).token).toBeNull()
  expect((await open('there@shop.test', mark(first))).token).toEqual(expect.any(String))
  expect(mark(two)).not.toEqual({})
})
