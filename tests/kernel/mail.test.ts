import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverEmail, saveEmail, sendEmail } from '../../core/mail/email.ts'
import { sendUnrequestedEmail } from '../../core/mail/unrequested-email.ts'
import { sql } from '../../core/db/sql.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** SMTP tests with a server that can be made to fail. */
let it: TestApp
let server: SMTPServer
let busy = false
const received: { to: string[]; data: string }[] = []

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let data = ''
      stream
        .on('data', (chunk: Buffer) => {
          data += chunk.toString()
        })
        .on('end', () => {
          if (busy) return done(new Error('try later'))
          received.push({ to: session.envelope.rcptTo.map((r) => r.address), data })
          done()
        })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = server.server.address() as { port: number }
  it = await testApp([], { env: { STOA_SMTP_URL: `smtp://127.0.0.1:${port}`, STOA_MAIL_FROM: 'shop@shop.test' } })
})
afterAll(async () => {
  await it.close()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
})

const getStatus = async (id: number) =>
  it.kernel.db.one<{ status: string; error: string }>(sql`select status, error from mail where id = ${id}`)

test('a mail is sent after its transaction commits, and marked as sent', async () => {
  const id = await it.kernel.transaction((tx) =>
    sendEmail(tx, { to: 'may@shop.test', subject: '訂單\r\nBcc: evil@shop.test', text: '多謝' }),
  )
  await it.jobs()
  expect(received).toHaveLength(1)
  expect(received[0]?.to).toEqual(['may@shop.test'])
  expect(received[0]?.data).not.toMatch(/^Bcc:/m)
  expect(await getStatus(id)).toMatchObject({ status: 'sent' })
})

test('a mail refused by the server stays pending with the reason, and the next attempt succeeds', async () => {
  busy = true
  const id = await it.kernel.transaction((tx) => sendEmail(tx, { to: 'may@shop.test', subject: 'Again', text: '' }))
  await it.jobs()
  expect(await getStatus(id)).toMatchObject({ status: 'pending', error: expect.stringContaining('try later') })
  busy = false
  await it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)
  await it.jobs()
  expect(await getStatus(id)).toMatchObject({ status: 'sent' })
})

test('a mail that is already recorded is neither stored nor sent again', async () => {
  const { db } = it.kernel
  const recorded = sql`insert into setting (name, value) select 'mail mark', json_build_object('mail', m.id) from m`
  const mail = { to: 'mark@shop.test', subject: 'Once', text: '' }
  const id = await sendEmail(db, mail, undefined, { recorded })
  expect(await db.one(sql`select value from setting where name = 'mail mark'`)).toEqual({ value: { mail: id } })
  await expect(sendEmail(db, mail, undefined, { recorded })).rejects.toMatchObject({ code: '23505' })
  const before = received.length
  await it.jobs()
  expect(received.slice(before).map(({ to }) => to)).toEqual([['mark@shop.test']])
  expect(await db.one(sql`select count(*)::int as n from mail where recipient = 'mark@shop.test'`)).toEqual({ n: 1 })
})

test('attachments are sent in their order', async () => {
  const attachments = ['one', 'two', 'three'].map((name) => ({
    name: `${name}.txt`,
    mime: 'text/plain',
    content: Buffer.from(`${name} é\0`),
  }))
  const id = await it.kernel.transaction((tx) => sendEmail(tx, { to: 'may@shop.test', subject: 'Files', text: '', attachments }))
  const rows = await it.kernel.db.rows(sql`select name, mime, content from mail_attachment where mail_id = ${id} order by id`)
  expect(rows).toEqual(attachments)
  await it.jobs()
})

test('an attachment is sent with its mail, unchanged on every retry', async () => {
  received.length = 0
  const content = Buffer.from('%PDF-1.3 an order')
  await it.kernel.transaction((tx) =>
    sendEmail(tx, {
      to: 'may@shop.test',
      subject: 'Order',
      text: 'See the file',
      attachments: [{ name: 'PO17.pdf', mime: 'application/pdf', content }],
    }),
  )
  await it.jobs()
  expect(received[0]?.data).toContain('filename=PO17.pdf')
  expect(received[0]?.data).toContain('application/pdf')
  expect(received[0]?.data).toContain(content.toString('base64'))
})

test('headers of a mail reach the server, each on one line', async () => {
  received.length = 0
  const headers = {
    'List-Unsubscribe': '<https://shop.test/api/unsubscribe/x>\r\nBcc: evil@shop.test',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  await it.kernel.transaction((tx) => sendEmail(tx, { to: 'may@shop.test', subject: 'News', text: 'News', headers }))
  await it.jobs()
  const data = received.find((mail) => /^Subject: News/m.test(mail.data))?.data ?? ''
  expect(data).toMatch(/^List-Unsubscribe: <https:\/\/shop\.test\/api\/unsubscribe\/x>/m)
  expect(data).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  expect(data).not.toMatch(/^Bcc:/m)
})

test('unrequested mails are limited per recipient and day, in any spelling; other mails are not counted', async () => {
  await it.kernel.settings.write(it.kernel, it.ctx, 'mail', { unrequested_per_day: 3 }, 'en-US')
  const write = (to: string) => it.kernel.transaction((tx) => sendUnrequestedEmail(tx, it.kernel, { to, subject: 'Thanks', text: 'x' }))
  await it.kernel.transaction((tx) => sendEmail(tx, { to: 'typed@shop.test', subject: 'Paid', text: 'x' }))
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => write(i % 2 ? 'typed@shop.test' : ' Typed@Shop.test ')))
  expect(answers.filter((id) => id !== undefined)).toHaveLength(3)
  expect(await write('other@shop.test')).toBeDefined()
  expect(await it.kernel.transaction((tx) => sendEmail(tx, { to: 'typed@shop.test', subject: 'Paid again', text: 'x' }))).toBeGreaterThan(0)
  await it.kernel.db.run(sql`update mail set created_at = now() - interval '25 hours' where unrequested`)
  expect(await write('typed@shop.test')).toBeDefined()
  await it.kernel.settings.write(it.kernel, it.ctx, 'mail', { unrequested_per_day: 0 }, 'en-US')
  for (let i = 0; i < 4; i++) expect(await write('typed@shop.test')).toBeDefined()
})

test('an unknown mail transport stops the start, and the message names the available ones', async () => {
  await expect(testApp([], { env: { STOA_MAIL_TRANSPORT: 'pigeon' } })).rejects.toThrow(
    'STOA_MAIL_TRANSPORT names "pigeon", which no plugin contributes. Available: smtp.',
  )
})

test('an SMTP server without authentication accepts mails although the URL has a user name', async () => {
  const { port } = server.server.address() as { port: number }
  const named = { ...it.kernel, config: { ...it.kernel.config, smtpUrl: `smtp://shop:secret@127.0.0.1:${port}` } }
  const id = await saveEmail(it.kernel.db, { to: 'may@shop.test', subject: 'Named', text: '' })
  await deliverEmail(named, id)
  expect(await getStatus(id)).toMatchObject({ status: 'sent' })
})
