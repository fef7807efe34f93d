import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { parseAudience } from '../domain/audience.ts'
import { countSegments } from '../domain/segments.ts'
import { EmailRenderer, listLinks, type EmailSource } from '../services/email-renderer.ts'
import {
  parseClickToken,
  clickPath,
  recipientTag,
  parseOpenToken,
  openPath,
  recipientRef,
  findRecipientTags,
  parseRecipientRef,
} from '../services/tokens.ts'
import { draft, topicId } from './broadcast-fixture.ts'

/** Broadcast validation and transitions, link tokens and email rendering. */
let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['broadcast', 'crm'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())
const kernel = () => it.kernel
const last = (path: string) => path.split('/').at(-1) ?? ''

test('a tracking token is valid only for its purpose and recipient, and not after any change', () => {
  const opened = last(openPath(kernel(), 7))
  const clicked = last(clickPath(kernel(), 7, 3))
  expect([parseOpenToken(kernel(), opened), parseClickToken(kernel(), clicked)]).toEqual([7, { recipient: 7, link: 3 }])
  // A token is valid for one purpose and one email only.
  expect([parseOpenToken(kernel(), clicked), parseClickToken(kernel(), opened)]).toEqual([undefined, undefined])
  for (const forged of [opened.replace('7', '8'), `${opened}x`, opened.slice(0, -1), '7', '', '7.', opened.toUpperCase(), ` ${opened}`])
    expect(parseOpenToken(kernel(), forged), forged).toBeUndefined()
  for (const forged of [clicked.replace('7.3', '7.4'), clicked.replace('7.3', '73'), clicked.replace('7.3', '7.3.1')])
    expect(parseClickToken(kernel(), forged), forged).toBeUndefined()
})

test('a bounce is matched to its recipient by the signed marker, in any case, and by no other text', () => {
  const word = recipientTag(kernel(), 42)
  expect(findRecipientTags(kernel(), `X <${word}@shop.test> and ${word.toUpperCase()} again`)).toEqual([42])
  expect(findRecipientTags(kernel(), `${word} ${recipientTag(kernel(), 43)}`)).toEqual([42, 43])
  for (const strange of [word.replace('42', '43'), `x${word}`, word.slice(0, -1), `${word}0`, 'bc-42-', ''])
    expect(findRecipientTags(kernel(), strange), strange).toEqual([])
})

test('an unsubscribe reference identifies the recipient of the email it came from', () => {
  expect(parseRecipientRef(recipientRef(5, 6))).toEqual({ broadcast: 5, recipient: 6 })
  // A preview email has no recipient, so its reference is not parsed.
  for (const none of [undefined, '', recipientRef(5, 0), 'broadcast 5', 'broadcast x 6', `${recipientRef(5, 6)} `, 'other 5 6'])
    expect(parseRecipientRef(none), String(none)).toBeUndefined()
})

test('an audience has lists of included and excluded sources, each with a name and a choice, and nothing else', () => {
  expect(parseAudience({})).toEqual({ include: [], exclude: [] })
  expect(
    parseAudience({ include: [{ kind: 'customers' }], exclude: [{ kind: 'groups', chosen: { ids: [1] }, more: 'x' }], evil: 1 }),
  ).toEqual({
    include: [{ kind: 'customers', chosen: {} }],
    exclude: [{ kind: 'groups', chosen: { ids: [1] } }],
  })
  const many = (n: number) => Array.from({ length: n }, () => ({ kind: 'customers' }))
  expect(parseAudience({ include: many(20) })?.include).toHaveLength(20)
  for (const none of [
    null,
    [],
    'x',
    { include: many(21) },
    { include: {} },
    { include: [null] },
    { include: [{ kind: 'Customers' }] },
    { include: [{ kind: '__proto__' }] },
    { include: [{ kind: 'x', chosen: [] }] },
    { exclude: [{ kind: 'x', chosen: { a: 'x'.repeat(20_001) } }] },
  ])
    expect(parseAudience(none), JSON.stringify(none)?.slice(0, 40)).toBeUndefined()
})

test('a text message is split into the fewest parts, none of which is too long', () => {
  // Exactly full parts stay as they are; one more character starts another part.
  for (const [sign, each] of [
    ['a', 153],
    ['茶', 67],
  ] as const)
    for (const n of [2, 3, 10])
      expect([n * each, n * each + 1].map((length) => countSegments(sign.repeat(length)).segments)).toEqual([n, n + 1])
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'é', '€', '{', '茶', '🍵', '\n'), { maxLength: 400 }), (signs) => {
      const { alphabet, length, segments, left } = countSegments(signs.join(''))
      const gsm = signs.every((sign) => !['茶', '🍵'].includes(sign))
      expect(alphabet).toBe(gsm ? 'gsm7' : 'ucs2')
      const [single, each] = gsm ? [160, 153] : [70, 67]
      const capacity = segments > 1 ? segments * each : segments * single
      expect(length).toBeLessThanOrEqual(capacity)
      expect(left).toBeGreaterThanOrEqual(0)
      if (segments === 1) expect(left).toBe(single - length)
      // A character of two units may leave one unit empty at the end of each part, but no more.
      if (segments > 1) expect(length + segments - 1).toBeGreaterThan((segments - 1) * each - 1)
      if (length > single) expect(segments).toBeGreaterThan(1)
    }),
  )
})

const refused = async (more: object) => {
  const { status, body } = await owner.post('/api/admin/broadcast', { title: 'x', topic_id: await topicId(it), ...more })
  expect(status, JSON.stringify(body)).toBe(422)
  return Object.keys(body.messages)
}

test('unknown merge fields and an invalid audience are rejected by their position', async () => {
  expect(await refused({ subject: { 'en-US': 'Hi', 'zh-HK': '{{surname}}' } })).toEqual(['subject'])
  expect(await refused({ body: '<p>{{constructor}}</p>' })).toEqual(['body'])
  expect(await refused({ channel: 'sms', message: 'Hi {{last name}} {{lastname}}' })).toEqual(['message'])
  expect(await refused({ audience: { include: 'all' } })).toEqual(['audience'])
  expect(await refused({ rate_per_min: 0 })).toEqual(['rate_per_min'])
  expect(await refused({ message: 'x'.repeat(1_601), channel: 'sms' })).toEqual(['message'])
})

const MAY: Record<string, string[]> = {
  pause: ['process'],
  resume: ['disabled', 'abnormal'],
  cancel: ['draft', 'pending', 'process', 'disabled', 'abnormal'],
}
const STATUSES = ['draft', 'pending', 'process', 'disabled', 'sent', 'canceled', 'abnormal']

test('a broadcast can be paused, resumed and canceled in the right statuses only', async () => {
  const id = await draft(it)
  const to = (status: string) => kernel().db.run(sql`update broadcast set status = ${status} where id = ${id}`)
  const status = async () => (await owner.get(`/api/admin/broadcast/${id}`)).body.status
  for (const [move, from] of Object.entries(MAY))
    for (const at of STATUSES.filter((status) => !from.includes(status))) {
      await to(at)
      expect([move, at, (await owner.post(`/api/admin/broadcast/${id}/${move}`)).status]).toEqual([move, at, 409])
      expect(await status()).toBe(at)
    }
  for (const inner of ['start', 'finish', 'fail']) expect((await owner.post(`/api/admin/broadcast/${id}/${inner}`)).status, inner).toBe(404)
  await to('draft')
  const writer = await it.staff(['get broadcast', 'update broadcast', 'create broadcast'])
  for (const move of Object.keys(MAY)) expect((await writer.post(`/api/admin/broadcast/${id}/${move}`)).status, move).toBe(403)
})

test('a sent broadcast can be neither edited nor deleted, and a copy of it is a draft without a time', async () => {
  const id = await draft(it, { send_at: '2030-01-01T00:00:00Z' })
  await kernel().db.run(sql`update broadcast set status = 'sent', started_at = now(), to_send = 9 where id = ${id}`)
  expect((await owner.put(`/api/admin/broadcast/${id}`, { title: 'Other' })).body.messages).toHaveProperty('title')
  expect((await owner.delete(`/api/admin/broadcast/${id}`)).status).toBe(422)
  const copy = (await owner.post(`/api/admin/broadcast/${id}/clone`)).body
  expect(copy).toMatchObject({ status: 'draft', send_at: null, started_at: null, to_send: 0, title: 'Spring' })
  // A broadcast canceled before it started can be deleted.
  await kernel().db.run(sql`update broadcast set status = 'canceled' where id = ${copy.id}`)
  expect((await owner.delete(`/api/admin/broadcast/${copy.id}`)).status).toBeLessThan(300)
})

test('quiet hours are times of day, and the bounce token has a minimum length', async () => {
  const put = async (input: object) => Object.keys((await owner.put('/api/admin/settings/broadcast', input)).body.messages ?? {})
  expect(await put({ quiet_from: '21:00', quiet_to: '24:00' })).toEqual(['quiet_to'])
  expect(await put({ quiet_from: '00:00', quiet_to: '23:59' })).toEqual([])
  expect(await put({ quiet_from: null })).toEqual(['quiet_from'])
  expect(await put({ quiet_from: null, quiet_to: null })).toEqual([])
  expect((await owner.get('/api/admin/settings/broadcast')).body.values).toMatchObject({ quiet_from: null, quiet_to: null })
  expect(await put({ bounce_token: 'x'.repeat(15) })).toEqual(['bounce_token'])
  expect(await put({ bounce_token: 'x'.repeat(16) })).toEqual([])
  expect(await put({ rate_per_min: 0 })).toEqual(['rate_per_min'])
})

const source = (more: Partial<EmailSource> = {}): EmailSource => ({
  id: 1,
  channel: 'email',
  topic: 'marketing',
  subject: { 'en-US': 'Hi {{first_name|you}}', 'zh-HK': '{{first_name|你}}好' },
  body: { 'en-US': '<p>Hello {{first_name|friend}} <a href="https://t.test/a?b=1&amp;c=2">here</a> <a href="/tea">ours</a></p>' },
  message: { 'en-US': ' Tea for {{first_name|you}} ' },
  tracked: true,
  links: new Map([['https://t.test/a?b=1&c=2', 9]]),
  ...more,
})
const to = (more: object = {}) => ({
  id: 7,
  address: 'may@mail.test',
  language: 'en-US' as const,
  data: { first_name: '<b>May</b>\r\nBcc: x' },
  ...more,
})

test("an email is in the reader's language as far as it is written in it, and declares it in the HTML", () => {
  const renderer = new EmailRenderer(kernel(), source())
  const made = renderer.renderEmail(to({ language: 'zh-HK' }))
  expect(made.subject).toBe('<b>May</b> Bcc: x好')
  expect(made.html).toContain('<html lang="zh-HK">')
  expect(made.html).toContain('&lt;b&gt;May&lt;/b&gt; Bcc: x')
  expect(made.html).not.toContain('<b>May')
  // The footer is in the reader's language and contains the unsubscribe link twice.
  expect(made.text).toMatch(/\p{Script=Han}/u)
  expect(made.headers['List-Unsubscribe']).toMatch(/^<http/)
  expect(Object.values(made.headers).join()).not.toMatch(/[\r\n]/)
})

test('tracked links each lead to their own target, and a preview has no tracking', () => {
  const { publicUrl } = kernel().config
  const made = new EmailRenderer(kernel(), source()).renderEmail(to())
  expect(made.html).toContain(`href="${publicUrl}${clickPath(kernel(), 7, 9)}"`)
  expect(made.html).toContain(`src="${publicUrl}${openPath(kernel(), 7)}"`)
  // The plain text contains the URL of each link.
  expect(made.text).toContain('here (https://t.test/a?b=1&c=2)')
  expect(made.text).toContain(`ours (${publicUrl}/tea)`)
  for (const plain of [
    new EmailRenderer(kernel(), source()).renderEmail(to({ id: 0 })),
    new EmailRenderer(kernel(), source({ tracked: false })).renderEmail(to()),
  ]) {
    expect(plain.html).toContain('href="https://t.test/a?b=1&amp;c=2"')
    expect(plain.html).not.toContain('/api/broadcast/')
  }
  expect(listLinks(kernel(), [source().body['en-US'], undefined, '<p><a href="https://x.test/{{email}}">x</a></p>'])).toEqual([
    'https://t.test/a?b=1&c=2',
    `${publicUrl}/tea`,
  ])
})

test('a text message is filled and trimmed, and in the main language where its reader has no other', () => {
  const renderer = new EmailRenderer(kernel(), source({ channel: 'sms' }))
  expect(renderer.renderSms(to({ language: 'zh-CN', data: {} }))).toBe('Tea for you')
})
