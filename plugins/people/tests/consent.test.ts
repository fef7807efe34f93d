import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendEmail, sql } from 'stoa'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { CONSENT } from '../index.ts'
import { forgetLimits, lastMail, linkIn, member } from './support.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp(['people'])
})
afterAll(() => it.close())
beforeEach(() => forgetLimits(it))

const state = (email: string) => it.kernel.get(CONSENT).getState(it.kernel.db, email)
/** The signature in an unsubscribe link of the shop's emails. */
const getSignature = (email: string) =>
  new URL(it.kernel.get(CONSENT).getUnsubscribePath(email), 'http://shop').searchParams.get('signature') ?? ''

test('consent at registration is recorded for the person once the email address is verified', async () => {
  await member(it, 'yes@shop.test')
  await member(it, 'no@shop.test', { is_subscribe: false })
  expect([await state('yes@shop.test'), await state('no@shop.test')]).toEqual(['subscribed', 'unsubscribed'])
  const row = await it.kernel.db.one(
    sql`select c.reason, c.source, p.email from consent c join person p on p.id = c.person_id where address_norm = 'yes@shop.test'`,
  )
  expect(row).toEqual({ reason: 'user', source: 'verified', email: 'yes@shop.test' })
})

test('a GET request changes nothing and reveals nothing without a signature', async () => {
  for (const email of ['yes@shop.test', 'nobody@shop.test'])
    expect((await it.guest.get(`/api/unsubscribe/${email}`)).body).toEqual({ email, status: 'unknown' })
  const signed = await it.guest.get(`/api/unsubscribe/yes@shop.test?signature=${getSignature('yes@shop.test')}`)
  expect(signed.body.status).toBe('subscribed')
  expect(await state('yes@shop.test')).toBe('subscribed')
})

test('unsubscribing by address sends a confirmation email, and changes nothing until its link is used', async () => {
  const subscribedResponse = await it.guest.post('/api/unsubscribe/yes@shop.test', {})
  const unknown = await it.guest.post('/api/unsubscribe/nobody@shop.test', {})
  expect([subscribedResponse.status, subscribedResponse.body.status]).toEqual([unknown.status, unknown.body.status])
  expect(await lastMail(it, 'nobody@shop.test')).toBeUndefined()
  expect(await state('yes@shop.test')).toBe('subscribed')
  const link = linkIn((await lastMail(it, 'yes@shop.test'))?.text)
  const signature = link.searchParams.get('signature')
  expect((await it.guest.post('/api/unsubscribe/no@shop.test', { signature })).body.status).toBe('sent')
  expect((await it.guest.post('/api/unsubscribe/yes@shop.test', { signature })).body.status).toBe('unsubscribed')
  expect(await state('yes@shop.test')).toBe('unsubscribed')
  const undone = await it.guest.post('/api/unsubscribe/yes@shop.test', { signature, undo: true })
  expect([undone.body.status, await state('yes@shop.test')]).toEqual(['subscribed', 'subscribed'])
})

test('one-click unsubscribe works by the List-Unsubscribe header of the email', async () => {
  const kim = await member(it, 'kim@shop.test')
  const headers = it.kernel.get(CONSENT).getUnsubscribeHeaders('kim@shop.test')
  await it.kernel.transaction((tx) => sendEmail(tx, { to: 'kim@shop.test', subject: 'News', text: 'News', headers }))
  const mail = await it.kernel.db.one<{ headers: Record<string, string> }>(sql`select headers from mail where subject = 'News'`)
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const url = new URL(/<(.+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '')
  const answer = await it.app.http.inject({
    method: 'POST',
    url: url.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'unsubscribed'])
  expect(await state('kim@shop.test')).toBe('unsubscribed')
  expect((await kim.post('/api/info')).body.is_subscribe).toBe(false)
})

test('a customer unsubscribes in the profile, and an import does not resubscribe them', async () => {
  const ann = await member(it, 'ann@shop.test')
  await ann.put('/api/profile', { is_subscribe: false })
  expect(await state('ann@shop.test')).toBe('unsubscribed')
  await it.kernel.resources.update(it.ctx, 'customer', ann.id, { is_subscribe: true }, { source: 'import' })
  expect([await state('ann@shop.test'), (await ann.post('/api/info')).body.is_subscribe]).toEqual(['unsubscribed', false])
})

test('a profile update without a subscription value leaves it unchanged', async () => {
  const eve = await member(it, 'eve@shop.test', { is_subscribe: false })
  for (const is_subscribe of [null, '']) expect((await eve.put('/api/profile', { is_subscribe })).body.is_subscribe).toBe(false)
  expect(await state('eve@shop.test')).toBe('unsubscribed')
})

test('subscribing without an account requires confirmation by email', async () => {
  expect((await it.guest.post('/api/subscribe', { email: 'fan@shop.test' })).body.status).toBe('sent')
  expect(await state('fan@shop.test')).toBeUndefined()
  const link = linkIn((await lastMail(it, 'fan@shop.test'))?.text)
  expect(link.searchParams.get('want')).toBe('1')
  await it.guest.post('/api/unsubscribe/fan@shop.test', { signature: link.searchParams.get('signature'), undo: true })
  expect(await state('fan@shop.test')).toBe('subscribed')
  const owner = await member(it, 'own@shop.test', { is_subscribe: false })
  expect((await owner.post('/api/subscribe', { email: 'own@shop.test' })).body.status).toBe('subscribed')
})

test('checking whether an email address is taken is limited to ten requests a minute', async () => {
  const ask = (key: string) => it.guest.post('/api/check', { key, type: 'email' })
  expect((await ask('yes@shop.test')).body).toEqual({ status: 'exists' })
  expect((await ask('free@shop.test')).body).toEqual({ status: 'available' })
  for (let i = 0; i < 8; i++) await ask('free@shop.test')
  expect((await ask('free@shop.test')).status).toBe(429)
})
