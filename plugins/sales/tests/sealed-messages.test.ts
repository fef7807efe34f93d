import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { deliverEmail, readEmail } from '../../../core/mail/email.ts'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { newestMail } from '../../../tests/support/mails.ts'
import { newestSms } from 'stoa/plugins/people'

/** No credential or login link is readable for staff or in a copy of the database. */
let it: TestApp
let owner: Client
let reader: Client
beforeAll(async () => {
  it = await testApp(['sales', 'staff'])
  owner = await it.staff('owner')
  reader = await it.staff(['get mail', 'get sms message'])
  await it.kernel.settings.write(it.kernel, it.ctx, 'sms', { provider: 'log' }, 'en-US')
  await owner.put('/api/admin/settings/shop', { login_via_phone: true })
})
afterAll(() => it.close())

const accountFields = { first_name: 'May', last_name: 'Chan', password: 'a long password', password_confirmation: 'a long password' }

test('emails and text messages are stored without links and codes, which only their recipients get', async () => {
  await it.guest.post('/api/register', { ...accountFields, email: 'may@shop.test', accept: true })
  await it.jobs()
  await it.guest.post('/api/email/verify/resend', { email: 'may@shop.test' })
  await it.guest.post('/api/reset/email', { email: 'may@shop.test', type: 'user' })
  await it.guest.post('/api/admin/password/email', { email: 'staff1@shop.test' })
  await it.guest.post('/api/unsubscribe/may@shop.test', {})
  await it.guest.post('/api/subscribe', { email: 'news@shop.test' })
  await it.guest.post('/api/sms', { type: 'register', country_code: '852', phone: '91234567' })
  await it.jobs()

  const { data } = (await reader.get('/api/admin/mail?fields=*&limit=100')).body as { data: { id: number; recipient: string }[] }
  expect(data.length).toBeGreaterThanOrEqual(3)
  const dump = JSON.stringify([
    data,
    await Promise.all(data.map(async ({ id }) => (await reader.get(`/api/admin/mail/${id}`)).body)),
    await it.kernel.db.rows(sql`select subject, text_body, html_body from mail`),
    (await reader.get('/api/admin/sms_message?fields=*')).body,
  ])
  // A long random string may be a credential.
  expect(dump.match(/https?:\/\/\S*[?&;/](token|key|pay|signature|hash|expires)=/g)).toBeNull()
  expect(dump.match(/[A-Za-z0-9_-]{32,}/g)).toBeNull()
  expect(dump.match(/\b\d{6}\b/g)).toBeNull()

  // The recipients get the complete text.
  expect((await newestMail(it, 'staff1@shop.test'))?.text_body).toMatch(/token=[\w-]{20,}/)
  expect((await newestMail(it, 'may@shop.test'))?.text_body).toMatch(/https?:\S+/)
  expect(await newestSms(it.kernel, '85291234567')).toMatch(/\d{6}/)
})

test('the sealed copy of an email cannot be opened with another key, and its delivery stays pending with an error', async () => {
  const [mail] = await it.kernel.db.rows<{ id: number }>(sql`select id from mail where sealed is not null order by id limit 1`)
  const id = mail?.id ?? 0
  const stranger = { ...it.kernel, db: it.kernel.db, config: { ...it.kernel.config, secrets: ['the key of somebody else, long enough'] } }
  expect(await readEmail(stranger, id)).toBeUndefined()
  await deliverEmail(
    { ...it.kernel, db: it.kernel.db, config: { ...stranger.config, smtpUrl: 'smtp://127.0.0.1:9' } } as typeof it.kernel,
    id,
  )
  expect(await it.kernel.db.one(sql`select status, error from mail where id = ${id}`)).toMatchObject({
    status: 'pending',
    error: expect.stringContaining('cannot be decrypted'),
  })
})
