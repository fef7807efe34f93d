import exceljs from 'exceljs'
import { describe, expect, test } from 'vitest'
import { definePlugin, offer, sql } from '#core'
import { suite } from '#testing'
import { form as multipart } from '../../../tests/support/multipart.ts'
import { newestMail } from '../../../tests/support/mails.ts'
import { member } from '../../people/tests/support.ts'
import { checks } from '../checks.ts'
import { FORMS, GIFTS } from '../index.ts'
import { field, makeForm, withFields } from './support.ts'

/** What becomes of answers once they are sent: who is told, who sees them, what they count for. */
const books = definePlugin({
  id: 'books',
  requires: ['forms'],
  offers: [
    offer(GIFTS, 'book', () => async (_db, { language }, { submissionId }) => [
      { title: language === 'zh-HK' ? '書' : 'Book', path: `/read/secret-${submissionId}` },
    ]),
  ],
})
const shop = suite(['forms', 'content', 'people', 'sheets'], { extra: [books] })
const db = () => shop.it.kernel.db

let from = 0
/** As somebody of another network each time. */
const send = async (url: string, payload: object, headers: Record<string, string> = {}) => {
  const answer = await shop.it.app.http.inject({
    method: 'POST',
    url: `/api/form/${url}`,
    payload,
    headers,
    remoteAddress: `10.5.${from >> 8}.${from++ & 255}`,
  })
  return { status: answer.statusCode, body: answer.json() }
}
const sent = async (url: string, payload: object, headers: Record<string, string> = {}) => {
  const { status, body } = await send(url, payload, headers)
  expect(status, JSON.stringify(body)).toBe(201)
  const row = await db().one<{ id: number; person_id: number | null; email: string | null; landing_page_id: number | null }>(
    sql`select id, person_id, email, landing_page_id from form_submission order by id desc limit 1`,
  )
  if (!row) throw new Error('nothing was kept')
  return { ...row, gifts: body.gifts }
}
const asked = (...fields: object[]) => makeForm(shop.owner, withFields(...fields))
const choice = (key: string, labels: Record<string, object | string>) =>
  field(key, { type: 'single_select', additional_options: { options: Object.entries(labels).map(([value, label]) => ({ value, label })) } })

describe('an address', () => {
  test.each(['call me', 'a@b.test, c@d.test', 'a@b.test\nBcc: c@d.test', 'a@b'])(
    'that is none, such as %j, names nobody and is written to by nobody, where a form does not check it',
    async (email) => {
      const { url } = await asked(field('email', { type: 'text' }))
      const before = await db().one(sql`select (select count(*) from mail) as mails, (select count(*) from person) as persons`)
      const row = await sent(url, { email })
      expect([row.email, row.person_id]).toEqual([null, null])
      expect(await db().one(sql`select (select count(*) from mail) as mails, (select count(*) from person) as persons`)).toEqual(before)
    },
  )

  test('makes one person of all that is sent with it, whose name is not overwritten and whose history tells each', async () => {
    const { url, id } = await asked(field('first_name'), field('email'))
    const first = await sent(url, { first_name: 'May', email: 'One@Shop.test' })
    const second = await sent(url, { first_name: 'Somebody', email: ' one@shop.test' })
    expect(second.person_id).toBe(first.person_id)
    expect(await db().one(sql`select email, first_name from person where id = ${first.person_id}`)).toEqual({
      email: 'one@shop.test',
      first_name: 'May',
    })
    const told = await db().rows<{ key: string }>(
      sql`select dedupe_key as key from timeline_activity where person_id = ${first.person_id} and type = 'form.submitted' order by id`,
    )
    expect(told.map(({ key }) => key)).toEqual([`form submission ${first.id}`, `form submission ${second.id}`])
    expect((await shop.owner.get(`/api/admin/form/${id}`)).body.submit_count).toBe(2)
  })
})

describe('letters', () => {
  test('to staff go once to each who wants to know, in the main language, whatever its writer reads', async () => {
    const { url } = await makeForm(shop.owner, {
      ...withFields(field('name'), {
        ...choice('tea', { g: { 'en-US': 'Green', 'zh-HK': '綠' } }),
        title: { 'en-US': 'Which tea', 'zh-HK': '哪種茶' },
      }),
      title: { 'en-US': 'Tasting', 'zh-HK': '品茶' },
      notify_emails: ['desk@shop.test', 'desk@shop.test', 'other@shop.test'],
    })
    const before = (await db().one<{ n: number }>(sql`select count(*)::int as n from mail`))?.n ?? 0
    const { id } = await sent(url, { name: '<b>{form}</b> {{link}}', tea: 'g', language: 'zh-HK' })
    const mails = await db().rows<{ recipient: string; subject: string; text_body: string }>(
      sql`select recipient, subject, text_body from mail order by id offset ${before}`,
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual(['desk@shop.test', 'other@shop.test'])
    const [letter] = mails
    expect(letter?.text_body).toContain('<b>{form}</b> {{link}}')
    expect(letter?.text_body).toContain('Which tea: Green')
    expect(letter?.text_body).toContain(`/admin/formbuilder/history/edit/${id}`)
    expect(letter?.subject).not.toMatch(/[\r\n]/)
  })

  test('to whoever answered are in their language and hold what they get, which staff who look into the outbox do not read', async () => {
    const { url } = await makeForm(shop.owner, {
      ...withFields(field('email')),
      title: { 'en-US': 'Tasting', 'zh-HK': '品茶' },
      success_message: { 'en-US': 'See you', 'zh-HK': '再見' },
    })
    const { id, gifts } = await sent(url, { email: 'gift@shop.test', language: 'zh-HK' })
    expect(gifts).toEqual([{ title: '書', path: `/read/secret-${id}` }])
    const mail = await newestMail(shop.it, 'gift@shop.test')
    expect(mail?.subject).toContain('品茶')
    for (const part of ['再見', '書', `/read/secret-${id}`]) expect(mail?.text_body).toContain(part)
    const stored = await db().one<{ text: string }>(sql`select text_body as text from mail where recipient = 'gift@shop.test'`)
    expect(stored?.text).not.toContain(`secret-${id}`)
  })
})

test('sent once more under one key it stands once and is answered the same, gifts and all, also at once', async () => {
  const { id, url } = await asked(field('name'))
  const headers = { 'idempotency-key': 'form-once-1' }
  const all = await Promise.all(Array.from({ length: 5 }, () => send(url, { name: 'Kim' }, headers)))
  const right = all.filter(({ status }) => status === 201)
  for (const { body } of right) expect(body).toEqual(right[0]?.body)
  expect((await send(url, { name: 'Kim' }, headers)).body).toEqual(right[0]?.body)
  expect((await send(url, { name: 'Lee' }, headers)).body.code).toBe('KEY_REUSED')
  expect((await shop.owner.get(`/api/admin/form/${id}`)).body.submit_count).toBe(1)
})

test('a place that is given back is taken again, a form that is full opens with more places, one that is closed with a later hour', async () => {
  const made = await makeForm(shop.owner, { ...withFields(field('name')), max_submissions: 1 })
  const { id, url } = made
  const first = await sent(url, { name: 'a' })
  expect((await send(url, { name: 'b' })).body.code).toBe('FORM_FULL')
  expect((await shop.owner.delete(`/api/admin/form_submission/${first.id}`)).status).toBeLessThan(300)
  await sent(url, { name: 'c' })
  expect((await send(url, { name: 'd' })).body.code).toBe('FORM_FULL')
  const change = async (more: object) => {
    const { version } = (await shop.owner.get(`/api/admin/form/${id}`)).body
    expect((await shop.owner.put(`/api/admin/form/${id}`, { ...more, version })).status).toBe(200)
  }
  const standing = async () => (await shop.guest.get(`/api/form/${url}`)).body.standing
  await change({ max_submissions: 2 })
  expect(await standing()).toBe('open')
  await change({ closes_at: new Date(Date.now() - 1_000).toISOString() })
  expect([await standing(), (await send(url, { name: 'e' })).body.code]).toEqual(['closed', 'FORM_CLOSED'])
  await change({ closes_at: new Date(Date.now() + 60_000).toISOString(), max_submissions: 1 })
  expect(await standing()).toBe('full')
  // Closed is said before full.
  await change({ closes_at: new Date(Date.now() - 1_000).toISOString() })
  expect([await standing(), (await shop.guest.get(`/api/form/info/${id}`)).body.code]).toEqual(['closed', 'FORM_CLOSED'])
})

test('a form whose answers were all deleted can be deleted, and doctor finds one whose count is wrong', async () => {
  const { id, url } = await asked(field('name'))
  const [a, b] = [await sent(url, { name: 'a' }), await sent(url, { name: 'b' })]
  expect(await checks['forms count what was sent'](shop.it.kernel)).toEqual([])
  await db().run(sql`update form set submit_count = 3 where id = ${id}`)
  expect(await checks['forms count what was sent'](shop.it.kernel)).toEqual([url])
  await db().run(sql`update form set submit_count = 2 where id = ${id}`)
  await shop.owner.delete('/api/admin/form_submission/batch', { ids: [a.id, b.id] })
  expect((await shop.owner.get(`/api/admin/form/${id}`)).body.submit_count).toBe(0)
  expect((await shop.owner.delete(`/api/admin/form/${id}`)).status).toBeLessThan(300)
  expect((await shop.guest.get(`/api/form/${url}`)).status).toBe(404)
})

test('an account reads what it sent twenty at a time, in its language, and is led to no form that is off', async () => {
  const kim = await member(shop.it, 'pages@shop.test')
  const made = await makeForm(shop.owner, {
    ...withFields({ ...choice('tea', { g: { 'en-US': 'Green', 'zh-HK': '綠' } }), title: { 'en-US': 'Tea', 'zh-HK': '茶' } }),
    title: { 'en-US': 'Form', 'zh-HK': '表格' },
  })
  for (let i = 0; i < 21; i++) await kim.post(`/api/form/${made.url}`, { tea: 'g' }, {}).then(() => db().run(sql`delete from rate_limit`))
  const first = (await kim.get('/api/submit_histories?language=zh-HK')).body
  expect([first.data.length, first.next]).toEqual([20, first.data.at(-1).id])
  expect(first.data[0]).toMatchObject({ form: '表格', said: [{ key: 'tea', title: '茶', answer: '綠', files: [] }], url: made.url })
  expect(first.data[0].id).toBeGreaterThan(first.data[1].id)
  const { version } = (await shop.owner.get(`/api/admin/form/${made.id}`)).body
  await shop.owner.put(`/api/admin/form/${made.id}`, { enabled: false, version })
  const second = (await kim.get(`/api/submit_histories?before=${first.next}`)).body
  expect([second.data.length, second.next, second.data[0].url]).toEqual([1, null, null])
})

test('an answer of somebody a landing page brought counts as its transfer, and names the page', async () => {
  const page = (await shop.owner.post('/api/admin/landing_page', { name: 'x', url: 'brings', published_at: '2026-01-01T00:00:00Z' })).body
  await shop.owner.post(`/api/admin/landing_page/${page.id}/publish`)
  const visit = await shop.guest.post('/api/landing_page/visit', { url: 'brings' }, { 'user-agent': 'Firefox' })
  const cookie = String(visit.headers['set-cookie']).split(';')[0] ?? ''
  const { url } = await asked(field('name'))
  const brought = await sent(url, { name: 'x' }, { cookie })
  expect([brought.landing_page_id, (await sent(url, { name: 'x' })).landing_page_id]).toEqual([page.id, null])
  expect(await db().rows(sql`select kind, ref from landing_transfer where landing_page_id = ${page.id}`)).toEqual([
    { kind: 'form', ref: String(brought.id) },
  ])
})

test('other plugins are told who answered what: names, phone and address where a form asks for them', async () => {
  const forms = shop.it.kernel.get(FORMS)
  const { id, url } = await makeForm(shop.owner, {
    ...withFields(
      field('first_name'),
      field('last_name'),
      field('email'),
      field('mobile', { type: 'phone', additional_options: { country_code_key: 'code' } }),
      field('code', { type: 'hidden', additional_options: { from_query: true } }),
      { ...choice('tea', { g: { 'en-US': 'Green', 'zh-HK': '綠' } }), title: { 'en-US': 'Tea', 'zh-HK': '茶' } },
    ),
    title: { 'en-US': 'Told', 'zh-HK': '說' },
  })
  const before = new Date()
  const answers = { first_name: 'May', last_name: 'Chan', email: 'told@shop.test', mobile: '9123 4567', code: '852', tea: 'g' }
  const row = await sent(url, answers)
  const told = await forms.told(shop.it.ctx, db(), row.id)
  expect(told).toMatchObject({
    form: 'Told',
    first_name: 'May',
    last_name: 'Chan',
    email: 'told@shop.test',
    phone: '9123 4567',
    country_code: '852',
    person_id: row.person_id,
    answers,
  })
  expect(told?.lines.at(-1)).toEqual({ title: 'Tea', answer: 'Green', files: [] })
  expect((await forms.told(shop.it.ctx, db(), row.id, 'zh-HK'))?.lines.at(-1)).toMatchObject({ title: '茶', answer: '綠' })
  expect(await forms.told(shop.it.ctx, db(), 999_999)).toBeUndefined()
  expect(await forms.sentSince(db(), before)).toEqual([{ formId: id, submissionId: row.id }])
  expect(await forms.named({ ...shop.it.ctx, language: 'zh-HK' }, [id, 999_999])).toEqual([{ id, title: '說', url }])
  const whole = await asked(field('name'))
  expect(await forms.told(shop.it.ctx, db(), (await sent(whole.url, { name: 'May Chan' })).id)).toMatchObject({
    first_name: 'May Chan',
    last_name: '',
    phone: null,
    country_code: null,
    email: null,
  })
})

test('a workbook has every answer, however many, in the words of its reader, and that it was taken stands in the log', async () => {
  const { id, url } = await asked(field('name'), choice('tea', { g: { 'en-US': 'Green', 'zh-HK': '綠' } }))
  await sent(url, { name: '+1', tea: 'g' })
  await db().run(sql`insert into form_submission (form_id, form_version, name, language, answers, shape)
    select form_id, form_version, '', language, '{"name": "-2", "tea": "g"}', shape from form_submission, generate_series(1, 1000) where form_id = ${id}`)
  const { raw } = await shop.owner.get(`/api/admin/form/${id}/export?language=zh-HK`)
  const book = new exceljs.Workbook()
  await book.xlsx.load(raw.rawPayload as never)
  const sheet = book.getWorksheet('Sheet1')
  expect(sheet?.rowCount).toBe(1_002)
  const cells = (row: number) => (sheet?.getRow(row).values as unknown[]).slice(3)
  expect([cells(1), cells(2), cells(1_002)]).toEqual([
    ['status', 'language', 'name', 'tea'],
    ['pending', 'en-US', "'+1", '綠'],
    ['pending', 'en-US', "'-2", '綠'],
  ])
  const log = await db().rows(
    sql`select changes from audit_log where resource = 'form_submission' and verb = 'export' order by id desc limit 1`,
  )
  expect(log).toEqual([{ changes: [{ field: 'form_id', old: null, new: id }] }])
  expect((await shop.owner.get('/api/admin/form/999999/export')).status).toBe(404)
})

test('what staff correct is held to the form as it was then; files, and what the form never asked, stay as they are', async () => {
  const made = await asked(
    field('name'),
    field('cv', { type: 'file' }),
    field('fixed', { type: 'hidden', additional_options: { default: 'shop' } }),
  )
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const { body, headers } = multipart({ key: 'cv', file: png })
  const { token } = (await shop.guest.post(`/api/form/${made.url}/upload`, body, headers)).body
  const { id } = await sent(made.url, { name: 'Kim', cv: [token] })
  const { version } = (await shop.owner.get(`/api/admin/form/${made.id}`)).body
  await shop.owner.put(`/api/admin/form/${made.id}`, { ...withFields(field('age', { required: true })), version })
  const correct = (answers: object) => shop.owner.post(`/api/admin/form/${made.id}/submit_histories/${id}`, answers)
  expect((await correct({ name: 'Lee', cv: ['other.png'], fixed: 'desk', age: '9' })).body.answers).toEqual({
    name: 'Lee',
    cv: ['a.png'],
    fixed: 'desk',
  })
  expect((await correct({ name: '' })).body.answers).toEqual({ cv: ['a.png'], fixed: 'desk' })
  expect(Object.keys((await correct({ name: 'x'.repeat(1_001) })).body.messages)).toEqual(['name'])
})
