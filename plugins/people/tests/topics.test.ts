import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { sign, sql } from 'stoa'
import { suite } from 'stoa/testing'
import { CONSENT, EVERY_TOPIC } from '../index.ts'
import { forgetLimits, member } from './support.ts'

const shop = suite(['people'])
const consent = () => shop.it.kernel.get(CONSENT)
const about = (topic: string, channel: 'email' | 'sms' = 'email') => ({ channel, topic })
const state = (address: string, topic = 'marketing', channel: 'email' | 'sms' = 'email') =>
  consent().getState(shop.it.kernel.db, address, about(topic, channel))
const change = (values: object) =>
  shop.it.kernel.transaction((tx) =>
    consent().recordChange(tx, {
      state: 'subscribed',
      reason: 'user',
      source: 'test',
      actor: { kind: 'guest' },
      address: '',
      ...values,
    } as never),
  )
const getParams = (path: string) => Object.fromEntries(new URL(path, 'http://shop').searchParams)

test('consent is kept per channel and topic, and a choice for all topics applies until a later one', async () => {
  await change({ address: 'a@shop.test', topic: 'club' })
  await change({ address: '85291234567', channel: 'sms' })
  expect([await state('a@shop.test', 'club'), await state('a@shop.test'), await state('85291234567', 'marketing', 'sms')]).toEqual([
    'subscribed',
    undefined,
    'subscribed',
  ])
  await change({ address: 'a@shop.test', topic: EVERY_TOPIC, state: 'unsubscribed' })
  expect([await state('a@shop.test', 'club'), await state('a@shop.test')]).toEqual(['unsubscribed', 'unsubscribed'])
  await change({ address: 'a@shop.test', topic: 'club' })
  expect([await state('a@shop.test', 'club'), await state('a@shop.test')]).toEqual(['subscribed', 'unsubscribed'])
})

test('a suppressed address cannot be resubscribed by an import or by staff, only by its owner', async () => {
  await change({ address: 'gone@shop.test' })
  await change({ address: 'gone@shop.test', topic: EVERY_TOPIC, state: 'suppressed', reason: 'bounce' })
  expect(await change({ address: 'gone@shop.test', reason: 'import' })).toBe(false)
  expect(await change({ address: 'gone@shop.test', reason: 'admin' })).toBe(false)
  // A weaker opt-out does not replace a stronger one.
  expect(await change({ address: 'gone@shop.test', state: 'unsubscribed', reason: 'import' })).toBe(false)
  expect(await state('gone@shop.test')).toBe('suppressed')
  expect(await change({ address: 'gone@shop.test' })).toBe(true)
  expect(await state('gone@shop.test')).toBe('subscribed')
})

test('consent links state their topic with a signature, and links of old emails still work', async () => {
  await forgetLimits(shop.it)
  await change({ address: 'may@shop.test' })
  await change({ address: 'may@shop.test', topic: 'club' })
  const link = getParams(consent().getUnsubscribePath('may@shop.test', about('club'), 'broadcast 7 9'))
  for (const changed of [{ topic: 'marketing' }, { ref: 'broadcast 7 10' }, { channel: 'sms' }])
    expect((await shop.guest.post('/api/unsubscribe/may@shop.test', { ...link, ...changed })).body.status ?? 422).not.toBe('unsubscribed')
  expect((await shop.guest.post('/api/unsubscribe/may@shop.test', link)).body.status).toBe('unsubscribed')
  expect([await state('may@shop.test', 'club'), await state('may@shop.test')]).toEqual(['unsubscribed', 'subscribed'])
  // A link from before topics existed, and one signed with another key.
  const old = sign(shop.it.kernel.config, 'unsubscribe', 'may@shop.test')
  const strange = createHmac('sha256', 'another key').update('unsubscribe\0may@shop.test').digest('base64url')
  expect((await shop.guest.post('/api/unsubscribe/may@shop.test', { signature: strange })).body.status).not.toBe('unsubscribed')
  expect((await shop.guest.post('/api/unsubscribe/may@shop.test', { signature: old })).body.status).toBe('unsubscribed')
  expect(await state('may@shop.test')).toBe('unsubscribed')
})

test('the link holder chooses by topic; a GET request changes nothing, and a stranger cannot change anything', async () => {
  await forgetLimits(shop.it)
  await shop.owner.post('/api/admin/topic', { title: 'Club', key: 'club' })
  await change({ address: 'kim@shop.test' })
  const link = getParams(consent().getUnsubscribePath('kim@shop.test'))
  const query = new URLSearchParams(link).toString()
  const response = await shop.guest.get(`/api/unsubscribe/kim@shop.test?${query}`)
  expect(
    response.body.preferences.map((preference: { topic: string; subscribed: boolean }) => [preference.topic, preference.subscribed]),
  ).toEqual([
    ['marketing', true],
    ['club', false],
  ])
  const choices = [
    { channel: 'email', topic: 'marketing', subscribed: false },
    { channel: 'email', topic: 'club', subscribed: true },
    { channel: 'sms', topic: 'club', subscribed: true },
    { channel: 'email', topic: 'unheard-of', subscribed: true },
  ]
  expect((await shop.guest.post('/api/preference/kim@shop.test', { choices })).status).toBe(403)
  expect((await shop.guest.post('/api/preference/other@shop.test', { ...link, choices })).status).toBe(403)
  expect([await state('kim@shop.test'), await state('kim@shop.test', 'club')]).toEqual(['subscribed', undefined])
  expect((await shop.guest.post('/api/preference/kim@shop.test', { ...link, choices })).status).toBe(200)
  expect([await state('kim@shop.test'), await state('kim@shop.test', 'club')]).toEqual(['unsubscribed', 'subscribed'])
  const rows = await shop.it.kernel.db.rows(sql`select topic from consent where topic = 'unheard-of' or channel = 'sms' and topic = 'club'`)
  expect(rows).toEqual([])
})

test('a topic with consents cannot be deleted, nor can the topic of all news', async () => {
  const list = (await shop.owner.get('/api/admin/topic')).body.data as { id: number; key: string }[]
  for (const { id } of list) expect((await shop.owner.delete(`/api/admin/topic/${id}`)).status).toBe(422)
})

test('STOP by text message unsubscribes the number from all SMS, only when signed by Twilio', async () => {
  await change({ address: '85261112222', channel: 'sms' })
  await shop.it.kernel.settings.write(
    shop.it.kernel,
    shop.it.ctx,
    'sms',
    { provider: 'twilio', account_sid: 'AC1', auth_token: 'secret', sender: '+85290000000' },
    'en-US',
  )
  const fields = new URLSearchParams({ From: '+85261112222', Body: ' stop ', To: '+85290000000' })
  // Staff with the permission see the URL to configure in Twilio. The URL is part of each message's signature.
  const { url } = (await shop.owner.get('/api/admin/sms/inbound')).body
  expect(url).toBe(`${shop.it.kernel.config.publicUrl}/api/sms/inbound`)
  expect((await (await shop.it.staff(['get configuration'])).get('/api/admin/sms/inbound')).status).toBe(403)
  const signature = createHmac('sha1', 'secret')
    .update(
      url +
        [...fields]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, value]) => name + value)
          .join(''),
    )
    .digest('base64')
  const tell = (signature: string) =>
    shop.it.app.http.inject({
      method: 'POST',
      url: '/api/sms/inbound',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      payload: fields.toString(),
    })
  expect((await tell('wrong')).statusCode).toBe(404)
  expect(await state('85261112222', 'marketing', 'sms')).toBe('subscribed')
  const answer = await tell(signature)
  expect([answer.statusCode, answer.body]).toEqual([200, '<Response/>'])
  expect([await state('85261112222', 'marketing', 'sms'), await state('85261112222', 'club', 'sms')]).toEqual([
    'unsubscribed',
    'unsubscribed',
  ])
})

test('a customer lists and changes the topics of their own address without a link', async () => {
  await forgetLimits(shop.it)
  const owner = await member(shop.it, 'own@shop.test')
  const response = await owner.get('/api/unsubscribe/own@shop.test')
  expect(response.body.preferences[0]).toMatchObject({ topic: 'marketing', subscribed: true })
  await owner.post('/api/preference/own@shop.test', { choices: [{ channel: 'email', topic: 'marketing', subscribed: false }] })
  expect((await owner.post('/api/info')).body.is_subscribe).toBe(false)
})
