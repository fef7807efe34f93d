import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { CONSENT } from '../index.ts'
import { member } from './support.ts'

/** Consent that staff record for a customer. */
const shop = suite(['people', 'sheets'])
const at = '/api/admin/consent'
const state = (address: string, channel: 'email' | 'sms' = 'email') =>
  shop.it.kernel.get(CONSENT).getState(shop.it.kernel.db, address, { channel, topic: 'marketing' })
const note = (address_norm: string, more: object = {}) =>
  shop.owner.post(at, {
    address_norm,
    state: 'subscribed',
    topic: 'marketing',
    source: 'On the phone',
    at: '2025-03-01T10:00:00Z',
    ...more,
  })

test('staff record a consent with source and date, and the list shows who recorded it', async () => {
  expect((await note('Ann@Told.test')).status).toBe(201)
  expect((await note('+852 9123 9999', { source: 'At the counter' })).status).toBe(201)
  expect([await state('ann@told.test'), await state('85291239999', 'sms')]).toEqual(['subscribed', 'subscribed'])
  const { data } = (await shop.owner.get(`${at}?q=ann@told.test`)).body
  expect(data).toMatchObject([
    { address_norm: 'ann@told.test', channel: 'email', reason: 'admin', source: 'On the phone', at: '2025-03-01T10:00:00.000Z' },
  ])
  expect((await shop.owner.get(`${at}/${data[0].id}`)).body.noted_by).toBe('Staff 1')
})

test('a consent recorded by staff overrides an earlier unsubscribe, but not a later one', async () => {
  const kim = await member(shop.it, 'kim@told.test')
  await kim.put('/api/profile', { is_subscribe: false })
  const older = await note('kim@told.test', { at: '2020-01-01T10:00:00Z' })
  expect([older.status, Object.keys(older.body.messages)]).toEqual([422, ['at']])
  expect((await note('kim@told.test', { at: new Date().toISOString() })).status).toBe(201)
  expect(await state('kim@told.test')).toBe('subscribed')
})

test('a consent without source, with a future date, or for an invalid or suppressed address is rejected by field', async () => {
  expect((await note('gone@told.test', { state: 'suppressed', topic: '*' })).status).toBe(201)
  for (const [field, answer] of [
    ['source', await note('bea@told.test', { source: '' })],
    ['at', await note('bea@told.test', { at: '2999-01-01T00:00:00Z' })],
    ['address_norm', await note('bea')],
    ['topic', await note('bea@told.test', { topic: 'nothing' })],
    ['state', await note('gone@told.test', { at: new Date().toISOString() })],
  ] as const)
    expect([answer.status, Object.keys(answer.body.messages ?? {})]).toEqual([422, [field]])
  expect([await state('bea@told.test'), await state('gone@told.test')]).toEqual([undefined, 'suppressed'])
})
