import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { CONSENT } from 'stoa/plugins/people'
import { draft, reader, listRecipients, send, set, unsubscribe, work } from './broadcast-fixture.ts'

const shop = suite(['broadcast', 'desk'])

const state = (address: string) => shop.it.kernel.get(CONSENT).getState(shop.it.kernel.db, address)
const mailTo = (address: string) =>
  shop.it.kernel.db.one<{ text_body: string; html_body: string; headers: Record<string, string> }>(
    sql`select text_body, html_body, headers from mail where recipient = ${address} order by id desc limit 1`,
  )
const path = (url: string | undefined) => {
  const { pathname, search } = new URL((url ?? '').replaceAll('&amp;', '&'))
  return pathname + search
}
/** Moves the send times of all recipients one hour back. */
const later = () =>
  shop.it.kernel.db.run(
    sql`update broadcast_recipient set sent_at = sent_at - interval '1 hour', handed_at = handed_at - interval '1 hour'`,
  )
const history = async (id: number) => (await shop.owner.get(`/api/admin/broadcast/${id}/history`)).body

let id = 0
beforeAll(() => set(shop.it, { rate_per_min: 100_000 }))
beforeEach(async () => {
  const { it } = shop
  await it.kernel.db.run(sql`delete from broadcast`)
  await it.kernel.db.run(sql`delete from customer`)
  await it.kernel.db.run(sql`delete from consent`)
  await it.kernel.db.run(sql`delete from mail`)
  for (const name of ['may', 'kim']) await reader(it, `${name}@mail.test`, { first_name: name })
  id = await draft(it)
  await send(it, id)
  await work(it)
})

test('a link leads to its target and counts each person once, and automatic prefetching does not count', async () => {
  const html = (await mailTo('may@mail.test'))?.html_body ?? ''
  const click = path(/href="([^"]*\/api\/broadcast\/click\/[^"]*)"/.exec(html)?.[1])
  const early = await shop.guest.get(click)
  expect([early.status, early.headers.location]).toEqual([303, 'https://tea.test/spring?a=1&b=2'])
  expect((await history(id)).clicks).toEqual({ total: 0, people: 0 })
  await later()
  await shop.it.app.http.inject({ method: 'HEAD', url: click })
  await shop.it.app.http.inject({ method: 'GET', url: click, headers: { 'sec-purpose': 'prefetch' } })
  expect((await history(id)).clicks).toEqual({ total: 0, people: 0 })
  for (let n = 0; n < 3; n++) expect((await shop.guest.get(click)).status).toBe(303)
  const open = path(/src="([^"]*\/api\/broadcast\/open\/[^"]*)"/.exec(html)?.[1])
  const picture = await shop.guest.get(open)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/gif'])
  const stats = await history(id)
  expect([stats.clicks, stats.opens]).toEqual([
    { total: 3, people: 1 },
    { total: 1, people: 1 },
  ])
  expect(stats.links).toEqual([{ url: 'https://tea.test/spring?a=1&b=2', total: 3, people: 1 }])
  const lines = await shop.it.kernel.db.rows<{ type: string }>(
    sql`select t.type from timeline_activity t join person p on p.id = t.person_id where p.email = 'may@mail.test' and t.plugin = 'broadcast' order by t.type`,
  )
  expect(lines.map(({ type }) => type)).toEqual(['broadcast.clicked', 'broadcast.opened', 'broadcast.sent'])
})

test('a changed link, or one of another email, does not redirect', async () => {
  const html = (await mailTo('may@mail.test'))?.html_body ?? ''
  const click = path(/href="([^"]*\/api\/broadcast\/click\/[^"]*)"/.exec(html)?.[1])
  expect((await shop.guest.get(click.replace(/\/(\d+)\./, '/999.'))).status).toBe(404)
  expect((await shop.guest.get(`${click.slice(0, -2)}aa`)).status).toBe(404)
  expect((await shop.guest.get('/api/broadcast/click/https:%2F%2Fevil.test')).status).toBe(404)
})

test('without tracking, links are unchanged and the email contains no personal token', async () => {
  const other = await draft(shop.it, { tracking: false })
  await send(shop.it, other)
  await work(shop.it)
  const html = (await mailTo('may@mail.test'))?.html_body ?? ''
  expect(html).toContain('href="https://tea.test/spring?a=1&amp;b=2"')
  expect(html).not.toContain('/api/broadcast/')
})

test('an unsubscribe from an email is counted, through the page and the mail program', async () => {
  const mail = await mailTo('may@mail.test')
  const link = /<(http[^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1]
  await shop.it.app.http.inject({
    method: 'POST',
    url: path(link),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  const page = new URL(/(http\S+\/unsubscribe\?\S+)/.exec((await mailTo('kim@mail.test'))?.text_body ?? '')?.[1] ?? '')
  const parameters = Object.fromEntries(page.searchParams)
  const view = await shop.guest.get(`/api/unsubscribe/kim@mail.test${page.search}`)
  expect(view.body).toMatchObject({ status: 'subscribed', preferences: [{ channel: 'email', topic: 'marketing', subscribed: true }] })
  expect(await state('kim@mail.test')).toBe('subscribed')
  const forged = await shop.guest.post('/api/unsubscribe/may2@mail.test', parameters)
  expect(forged.body.status).toBe('sent')
  expect((await shop.guest.post('/api/unsubscribe/kim@mail.test', { ...parameters, ref: 'broadcast 1 1' })).body.status).toBe('sent')
  expect((await shop.guest.post('/api/unsubscribe/kim@mail.test', parameters)).body.status).toBe('unsubscribed')
  await shop.it.jobs()
  expect([await state('may@mail.test'), await state('kim@mail.test')]).toEqual(['unsubscribed', 'unsubscribed'])
  expect((await history(id)).unsubscribes).toBe(2)
})

test('bounce webhooks require the token, find the email by Message-ID or address, and count once', async () => {
  await set(shop.it, { bounce_token: 'a word that nobody guesses', hard_bounces: 1, soft_bounces: 2, complaints: 1 })
  const [kim, may] = await listRecipients(shop.it, id)
  const notices = [{ type: 'soft', id: 'n1', recipient: 'kim@mail.test', said: `${'f'.repeat(499)}📪 full` }]
  expect((await shop.guest.post('/api/broadcast/bounce', { notices })).status).toBe(401)
  expect((await shop.guest.post('/api/broadcast/bounce', { notices }, { authorization: 'Bearer a wrong word' })).status).toBe(401)
  const right = { authorization: 'Bearer a word that nobody guesses' }
  expect((await shop.guest.post('/api/broadcast/bounce', { notices }, right)).body).toEqual({ taken: 1 })
  expect((await shop.guest.post('/api/broadcast/bounce', { notices }, right)).body).toEqual({ taken: 0 })
  expect(await state('kim@mail.test')).toBe('subscribed')
  await shop.guest.post('/api/broadcast/bounce', { notices: [{ type: 'unknown', id: 'n2', recipient: 'kim@mail.test' }] }, right)
  expect(await state('kim@mail.test')).toBe('suppressed')
  await shop.guest.post('/api/broadcast/bounce', { notices: [{ type: 'complaint', id: 'n3', recipient: 'MAY@mail.test' }] }, right)
  expect(await state('may@mail.test')).toBe('suppressed')
  const stats = await history(id)
  expect([stats.soft_bounces, stats.complaints, kim?.address_norm, may?.address_norm]).toEqual([1, 1, 'kim@mail.test', 'may@mail.test'])
  // Neither an import nor staff resubscribe a suppressed address.
  const customer = (await shop.it.kernel.db.one<{ id: number }>(sql`select id from customer where email = 'kim@mail.test'`))?.id ?? 0
  await shop.it.kernel.resources.update(shop.it.ctx, 'customer', customer, { is_subscribe: true }, { source: 'import' })
  const byStaff = await shop.owner.put(`/api/admin/customer/${customer}`, { is_subscribe: true })
  expect([byStaff.status, byStaff.body.is_subscribe]).toEqual([200, false])
  expect(await state('kim@mail.test')).toBe('suppressed')
})

test('a webhook signed by Mailgun is accepted, and an unsigned or old one is not', async () => {
  const key = 'key-of-a-rehearsal'
  await set(shop.it, { mailgun_key: key })
  const [kim] = await listRecipients(shop.it, id)
  const { recipientTag } = await import('../services/tokens.ts')
  const body = (timestamp: string, signature?: string) => ({
    signature: { timestamp, token: 't1', signature: signature ?? createHmac('sha256', key).update(`${timestamp}t1`).digest('hex') },
    'event-data': {
      id: 'e1',
      event: 'failed',
      severity: 'permanent',
      message: { headers: { 'message-id': `${recipientTag(shop.it.kernel, kim?.id ?? 0)}@shop.test` } },
      'delivery-status': { message: 'no such user' },
    },
  })
  const now = String(Math.floor(Date.now() / 1_000))
  expect((await shop.guest.post('/api/broadcast/mailgun', body(now, '0'.repeat(64)))).status).toBe(404)
  expect((await shop.guest.post('/api/broadcast/mailgun', body(String(Number(now) - 200_000)))).status).toBe(404)
  expect((await shop.guest.post('/api/broadcast/mailgun', body(now))).body).toEqual({ taken: 1 })
  expect(await state('kim@mail.test')).toBe('suppressed')
})

/** Creates a maildir in the folder that the shop may read. */
const maildir = () => {
  mkdirSync(shop.it.kernel.config.mailDir, { recursive: true })
  return mkdtempSync(join(shop.it.kernel.config.mailDir, 'maildir-'))
}

test('only folders below the mail directory are read or changed, neither by name nor by symlink', async () => {
  const { mailDir } = shop.it.kernel.config
  mkdirSync(mailDir, { recursive: true })
  const elsewhere = mkdtempSync(join(tmpdir(), 'stoa-elsewhere-'))
  mkdirSync(join(elsewhere, 'new'))
  writeFileSync(join(elsewhere, 'new', '1'), 'Subject: hello')
  for (const bounce_folder of ['/etc', elsewhere, join(mailDir, '..'), `${mailDir}-other`, mailDir.slice(0, -1)]) {
    const answer = await shop.owner.put('/api/admin/settings/broadcast', { bounce_folder })
    expect([answer.status, Object.keys(answer.body.messages ?? {})], bounce_folder).toEqual([422, ['bounce_folder']])
  }
  symlinkSync(elsewhere, join(mailDir, 'link'))
  await set(shop.it, { bounce_folder: join(mailDir, 'link') })
  await shop.it.clock('broadcast/bounces')
  expect([readdirSync(join(elsewhere, 'new')), readdirSync(elsewhere)]).toEqual([['1'], ['new']])
  await set(shop.it, { bounce_folder: '' })
})

test('bounced mails are read from a folder, each once, also by concurrent jobs', async () => {
  const folder = maildir()
  mkdirSync(join(folder, 'new'))
  const [kim] = await listRecipients(shop.it, id)
  const { recipientTag } = await import('../services/tokens.ts')
  const mail = `To: bounces+${recipientTag(shop.it.kernel, kim?.id ?? 0)}@shop.test\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; kim@mail.test\nAction: failed\nStatus: 5.1.1\n--b--\n`
  writeFileSync(join(folder, 'new', '1.mail'), mail)
  writeFileSync(join(folder, 'new', '0.mail'), mail.replace('Status: 5', 'Diagnostic-Code: smtp; \0no\nStatus: 4'))
  writeFileSync(join(folder, 'new', '2.mail'), 'Subject: hello\n\nNobody knows what this is.')
  writeFileSync(join(folder, 'new', '3.mail'), mail.replaceAll(/bc-(\d+)-\w+/g, 'bc-$1-forged'))
  await set(shop.it, { bounce_folder: folder })
  await Promise.all([shop.it.clock('broadcast/bounces'), shop.it.clock('broadcast/bounces')])
  expect(readdirSync(join(folder, 'new'))).toEqual([])
  expect(readdirSync(join(folder, 'cur'))).toHaveLength(4)
  expect(await history(id)).toMatchObject({ hard_bounces: 1, soft_bounces: 1 })
  expect(await state('kim@mail.test')).toBe('suppressed')
})

test('a mail of more than two megabytes is not read as a bounce', async () => {
  const folder = maildir()
  mkdirSync(join(folder, 'new'))
  const [kim] = await listRecipients(shop.it, id)
  const { recipientTag } = await import('../services/tokens.ts')
  const mail = `To: bounces+${recipientTag(shop.it.kernel, kim?.id ?? 0)}@shop.test\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; kim@mail.test\nAction: failed\nStatus: 5.1.1\n--b--\n`
  writeFileSync(join(folder, 'new', '1'), mail + ' '.repeat(2_000_001 - mail.length))
  await set(shop.it, { bounce_folder: folder })
  await shop.it.clock('broadcast/bounces')
  expect([readdirSync(join(folder, 'cur')), await state('kim@mail.test')]).toEqual([['1:2,S'], 'subscribed'])
  writeFileSync(join(folder, 'new', '2'), mail + ' '.repeat(2_000_000 - mail.length))
  await shop.it.clock('broadcast/bounces')
  expect(await state('kim@mail.test')).toBe('suppressed')
  await set(shop.it, { bounce_folder: '' })
})

test('an unreadable file in the folder is reported, and does not block later ones', async () => {
  const folder = maildir()
  mkdirSync(join(folder, 'new', '0.mail'), { recursive: true })
  writeFileSync(join(folder, 'new', '1.mail'), 'Subject: hello')
  await set(shop.it, { bounce_folder: folder })
  await expect(shop.it.clock('broadcast/bounces')).rejects.toThrow('EISDIR')
  // The file is moved before it is read, retried twice, and then left alone.
  expect([readdirSync(join(folder, 'new')), readdirSync(join(folder, 'cur'))]).toEqual([['0.mail.again'], ['1.mail:2,S']])
  for (let i = 0; i < 2; i++) await expect(shop.it.clock('broadcast/bounces')).rejects.toThrow('EISDIR')
  await shop.it.clock('broadcast/bounces')
  expect([readdirSync(join(folder, 'new')), readdirSync(join(folder, 'cur'))]).toEqual([[], ['0.mail.again.again:2,', '1.mail:2,S']])
  await set(shop.it, { bounce_folder: '' })
})

test('old opens and clicks are kept as totals only', async () => {
  await shop.it.kernel.db.run(
    sql`insert into broadcast_event (recipient_id, type, at) select id, 'open', now() - interval '401 days' from broadcast_recipient`,
  )
  await shop.it.clock('broadcast/count-old')
  expect(await shop.it.kernel.db.rows(sql`select 1 from broadcast_event`)).toEqual([])
  expect((await history(id)).opens).toEqual({ total: 2, people: 2 })
})

test('resending reaches only recipients who did not get it and are still subscribed', async () => {
  await shop.it.kernel.db.run(
    sql`update broadcast_recipient set status = 'abnormal', reason = 'unreachable' where address_norm = 'kim@mail.test'`,
  )
  // The title has the maximum length; the suffix of the copy truncates its last character.
  await shop.it.kernel.db.run(sql`update broadcast set title = ${`${'n'.repeat(119)}🍵`} where id = ${id}`)
  expect((await shop.owner.post(`/api/admin/broadcast/${id}/resend`, { which: 'unknown' })).status).toBe(422)
  const made = await shop.owner.post(`/api/admin/broadcast/${id}/resend`, { which: 'failed' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const at = `/api/admin/broadcast/${made.body.id}`
  expect((await shop.owner.get(`${at}/count`)).body).toEqual({ to_send: 1, left_out: [] })
  expect((await shop.owner.post(`${at}/launch`, { count: 2 })).body.messages).toHaveProperty('count')
  await unsubscribe(shop.it, 'kim@mail.test')
  expect((await shop.owner.get(`${at}/count`)).body).toEqual({ to_send: 0, left_out: [{ why: 'unsubscribed', count: 1 }] })
  expect((await history(id)).resends).toMatchObject([{ id: made.body.id, status: 'draft' }])
})

test('a data export lists the broadcasts of a person, and erasing removes them, also from pending recipients', async () => {
  const person = await shop.it.kernel.db.one<{ id: number }>(sql`select id from person where email = 'may@mail.test'`)
  const exported = await shop.owner.get(`/api/admin/person/${person?.id}/personal-data`)
  expect(JSON.stringify(exported.body)).toContain('Spring')
  await shop.it.kernel.resources.transition(shop.it.ctx, 'person', person?.id ?? 0, 'erase', { confirmation: String(person?.id) })
  const rows = await shop.it.kernel.db.rows<{ text: string }>(sql`select row_to_json(r)::text as text from broadcast_recipient r`)
  expect(rows.map(({ text }) => text).join()).not.toMatch(/may/i)
  expect(rows).toHaveLength(2)
})
