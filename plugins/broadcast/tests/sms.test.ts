import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { CONSENT } from 'stoa/plugins/people'
import { fake } from '../../../tests/support/fake-service.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { draft, reader, listRecipients, send, set, getStatus, work } from './broadcast-fixture.ts'

let it: TestApp
let twilio: Awaited<ReturnType<typeof fake>>
/** Response of the fake Twilio by phone number: a dropped connection or a status. */
const moods = new Map<string, number | 'cut'>()
beforeAll(async () => {
  twilio = await fake(({ form }) => {
    const mood = moods.get(form.get('To') ?? '')
    if (mood === 'cut') return { hang: true }
    if (mood === undefined) return { status: 201, body: { sid: `SM${twilio.requests.length}` } }
    moods.delete(form.get('To') ?? '')
    return { status: mood, body: { code: 21_211 } }
  })
  it = await testApp(['broadcast'])
  await it.kernel.settings.write(
    it.kernel,
    it.ctx,
    'sms',
    { provider: 'twilio', account_sid: 'AC1', auth_token: 'secret', sender: '+85230000000', base_url: twilio.url },
    'en-US',
  )
  await set(it, { rate_per_min: 100_000, retry_seconds: 1, max_errors: 50, cap_day: 0, quiet_channels: [] })
})
afterAll(async () => {
  await it.close()
  await twilio.close()
})
beforeEach(async () => {
  moods.clear()
  twilio.requests.length = 0
  await it.kernel.db.run(sql`delete from broadcast`)
  await it.kernel.db.run(sql`delete from consent`)
  await it.kernel.db.run(sql`delete from customer`)
})

const wants = (phone: string) =>
  it.kernel.transaction((tx) =>
    it.kernel.get(CONSENT).recordChange(tx, {
      address: `852${phone}`,
      channel: 'sms',
      state: 'subscribed',
      reason: 'user',
      source: 'test',
      actor: { kind: 'guest' },
    }),
  )

/** Creates a customer with a phone number, with or without consent to text messages. */
async function phoned(name: string, phone: string, yes = true): Promise<void> {
  await reader(it, `${name.toLowerCase()}@texts.test`, { first_name: name, country_code: '852', phone })
  if (yes) await wants(phone)
}

/** Posts an incoming message as Twilio does. */
async function answers(phone: string, word: string): Promise<void> {
  const url = `${it.kernel.config.publicUrl}/api/sms/inbound`
  const fields = { Body: word, From: `+852${phone}` }
  const signed = Object.entries(fields).reduce((joined, [name, value]) => joined + name + value, url)
  const { statusCode } = await it.app.http.inject({
    method: 'POST',
    url: '/api/sms/inbound',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', 'secret').update(signed).digest('base64'),
    },
    payload: new URLSearchParams(fields).toString(),
  })
  expect(statusCode).toBe(200)
}

const texting = (message: string) => draft(it, { channel: 'sms', subject: '', body: '', message })
const sent = () => twilio.requests.map(({ form }) => [form.get('To'), form.get('Body')]).toSorted()
const outcomes = async (id: number) =>
  Object.fromEntries(
    (await listRecipients(it, id)).map(({ address_norm, status, reason }) => [address_norm, reason ? `${status} ${reason}` : status]),
  )

test('text messages go to numbers with SMS consent, by name, independently of email consent', async () => {
  await phoned('Mei', '91234501')
  await phoned('Siu', '91234502', false)
  await reader(it, 'nophone@texts.test')
  const id = await texting('Hi {{first_name|you}}, spring tea is here.')
  await send(it, id)
  await work(it)
  expect(await getStatus(it, id)).toBe('sent')
  expect(sent()).toEqual([['+85291234501', 'Hi Mei, spring tea is here.']])
  expect(await it.kernel.db.one(sql`select to_send from broadcast where id = ${id}`)).toEqual({ to_send: 1 })
  expect(await it.kernel.db.rows(sql`select 1 from sms_message where body <> ''`)).toEqual([])
})

test('STOP unsubscribes from the next one, and START subscribes again', async () => {
  await phoned('Mei', '91234503')
  await answers('91234503', ' stop ')
  await answers('91234503', 'STOP')
  const broadcastId = await texting('One')
  await send(it, broadcastId)
  await work(it)
  expect(sent()).toEqual([])
  await answers('91234503', 'Start')
  const two = await texting('Two')
  await send(it, two)
  await work(it)
  expect(sent()).toEqual([['+85291234503', 'Two']])
})

test('a number that Twilio rejects is recorded, a throttled one is retried, and without an answer staff decide', async () => {
  for (const [name, phone] of [
    ['Fine', '91234504'],
    ['Wrong', '91234505'],
    ['Busy', '91234506'],
    ['Cut', '91234507'],
  ] as const)
    await phoned(name, phone)
  moods.set('+85291234505', 400)
  moods.set('+85291234506', 429)
  moods.set('+85291234507', 'cut')
  const id = await texting('Tea')
  await send(it, id)
  await work(it)
  expect(await outcomes(id)).toEqual({
    '85291234504': 'sent',
    '85291234505': 'abnormal refused',
    '85291234506': 'sent',
    '85291234507': 'abnormal unknown',
  })
  const times = (number: string) => twilio.requests.filter(({ form }) => form.get('To') === number).length
  expect([times('+85291234505'), times('+85291234506'), times('+85291234507')]).toEqual([1, 2, 1])
})

test('nothing is sent while text messages are disabled, and the form reports it at the field', async () => {
  await phoned('Mei', '91234508')
  const id = await texting('Tea')
  await it.kernel.settings.write(it.kernel, it.ctx, 'sms', { provider: 'off' }, 'en-US')
  await expect(send(it, id)).rejects.toMatchObject({ messages: { channel: expect.anything() } })
  await it.kernel.settings.write(it.kernel, it.ctx, 'sms', { provider: 'twilio' }, 'en-US')
  await expect(send(it, await texting('   '))).rejects.toMatchObject({ messages: { message: expect.anything() } })
  expect(sent()).toEqual([])
})
