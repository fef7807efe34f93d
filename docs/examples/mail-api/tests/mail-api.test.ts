import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveEmail, MailDeliveryError, sendEmail, sql } from 'stoa'
import { suite } from 'stoa/testing'
import { type FakeApi, fakeApi } from '../../../../tests/support/fake-service.ts'
import { mailApiTransport } from '../transport.ts'

const shop = suite(['mail-api'], {
  env: { STOA_MAIL_TRANSPORT: 'mail-api', STOA_MAIL_FROM: 'Shop <shop@shop.test>', STOA_OUTGOING: 'any' },
})

let api: FakeApi
const accept = (response: ServerResponse) => void response.end(JSON.stringify({ id: `m${api.requests.length}` }))

beforeAll(async () => {
  api = await fakeApi()
})
afterAll(() => void api.close())
beforeEach(() => {
  api.requests.length = 0
  api.answer = accept
})

const configure = () => shop.owner.put('/api/admin/settings/mail_api', { url: api.url, key: 'a secret key' })
const getMail = (id: number) => shop.it.kernel.db.one(sql`select status, error from mail where id = ${id}`)
const write = (subject: string) =>
  shop.it.kernel.transaction((tx) =>
    sendEmail(tx, {
      to: 'may@shop.test',
      subject,
      text: 'Tea',
      attachments: [{ name: 'a.txt', mime: 'text/plain', content: Buffer.from('a') }],
    }),
  )
const tryAgain = async () => {
  await shop.it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)
  await shop.it.jobs()
}

test('mails stay in the outbox until the API is set up', async () => {
  const id = await write('Early')
  await shop.it.jobs()
  expect(await getMail(id)).toEqual({ status: 'pending', error: '' })
  expect((await configure()).status).toBe(200)
})

test('a mail is posted with the API key, its sender and its attachments', async () => {
  const id = await write('Tea')
  await shop.it.jobs()
  expect(await getMail(id)).toEqual({ status: 'sent', error: '' })
  expect(api.requests).toHaveLength(1)
  expect(api.requests[0]?.headers.authorization).toBe('Bearer a secret key')
  expect(api.requests[0]?.body).toMatchObject({
    from: { name: 'Shop', address: 'shop@shop.test' },
    to: 'may@shop.test',
    subject: 'Tea',
    attachments: [{ filename: 'a.txt', content: Buffer.from('a').toString('base64') }],
  })
})

test.each([
  ['refuses the mail', (response: ServerResponse) => void response.writeHead(422).end(), 'the mail API answered 422'],
  ['has too much to do', (response: ServerResponse) => void response.writeHead(429).end(), 'the mail API answered 429'],
  ['answers what is no JSON', (response: ServerResponse) => void response.end('<html>'), 'JSON'],
  ['answers without an id', (response: ServerResponse) => void response.end('{}'), 'without an id'],
  ['hangs up', (response: ServerResponse) => void response.destroy(), 'socket hang up'],
])('an API that %s leaves the mail to the queue, which sends it again under the same idempotency key', async (_title, fault, error) => {
  api.answer = fault
  const id = await write('Again')
  await shop.it.jobs()
  expect(await getMail(id)).toEqual({ status: 'pending', error: expect.stringContaining(error) })
  api.answer = accept
  await tryAgain()
  expect(await getMail(id)).toEqual({ status: 'sent', error: '' })
  const keys = api.requests.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([`<mail-${id}@127.0.0.1>`, `<mail-${id}@127.0.0.1>`])
})

test('a request to an API that does not answer is aborted with a timeout error', async () => {
  api.answer = () => undefined
  const { send } = await mailApiTransport.connect(shop.it.kernel, 200)
  const id = await saveEmail(shop.it.kernel.db, { to: 'may@shop.test', subject: 'Slow', text: '' })
  const error = await send({
    from: { name: '', address: 'shop@shop.test' },
    to: 'may@shop.test',
    subject: 'Slow',
    text: '',
    headers: {},
    messageId: `<${id}>`,
  }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'AbortError' })
  expect(error).not.toBeInstanceOf(MailDeliveryError)
})
