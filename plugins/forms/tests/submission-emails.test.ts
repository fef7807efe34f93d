import { describe, expect, test } from 'vitest'
import { definePlugin, contribute, sql } from 'stoa'
import { suite } from 'stoa/testing'
import { newestMail } from '../../../tests/support/mails.ts'
import { member } from '../../../tests/support/member.ts'
import { FORMS, GIFTS } from '../index.ts'
import { choice, sending } from './submission-fixture.ts'
import { field, makeForm, withFields } from './form-fixture.ts'

/** Effects of a submission: notifications, access and counts. */
const books = definePlugin({
  id: 'books',
  requires: ['forms'],
  contributions: [
    contribute(GIFTS, 'book', () => async (_db, { language }, { submissionId }) => [
      { title: language === 'zh-HK' ? '書' : 'Book', path: `/read/secret-${submissionId}` },
    ]),
  ],
})
const shop = suite(['forms', 'content', 'people', 'sheets'], { extra: [books] })
const { db, send, sent, asked } = sending(shop)

describe('an email address', () => {
  test.each(['call me', 'a@b.test, c@d.test', 'a@b.test\nBcc: c@d.test', 'a@b'])(
    'that is invalid, such as %j, creates no person and gets no email, where the form does not validate it',
    async (email) => {
      const { url } = await asked(field('email', { type: 'text' }))
      const before = await db().one(sql`select (select count(*) from mail) as mails, (select count(*) from person) as persons`)
      const row = await sent(url, { email })
      expect([row.email, row.person_id]).toEqual([null, null])
      expect(await db().one(sql`select (select count(*) from mail) as mails, (select count(*) from person) as persons`)).toEqual(before)
    },
  )

  test('joins all submissions to one person, whose name is not overwritten and whose timeline lists each', async () => {
    const { url, id } = await asked(field('first_name'), field('email'))
    const first = await sent(url, { first_name: 'May', email: 'One@Shop.test' })
    const second = await sent(url, { first_name: 'Somebody', email: ' one@shop.test' })
    expect(second.person_id).toBe(first.person_id)
    expect(await db().one(sql`select email, first_name from person where id = ${first.person_id}`)).toEqual({
      email: 'one@shop.test',
      first_name: 'May',
    })
    const events = await db().rows<{ key: string }>(
      sql`select dedupe_key as key from timeline_activity where person_id = ${first.person_id} and type = 'form.submitted' order by id`,
    )
    expect(events.map(({ key }) => key)).toEqual([`form submission ${first.id}`, `form submission ${second.id}`])
    expect((await shop.owner.get(`/api/admin/form/${id}`)).body.submit_count).toBe(2)
  })
})

describe('emails', () => {
  test('to staff go once to each recipient, in the main language, whatever language the submitter used', async () => {
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
    const [email] = mails
    expect(email?.text_body).toContain('<b>{form}</b> {{link}}')
    expect(email?.text_body).toContain('Which tea: Green')
    expect(email?.text_body).toContain(`/admin/formbuilder/history/edit/${id}`)
    expect(email?.subject).not.toMatch(/[\r\n]/)
  })

  test('to the submitter are in their language with their gifts, which staff cannot read in the outbox', async () => {
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

test('a gift of a form with one submission per address is only emailed, and the same one on a repeat', async () => {
  const { url } = await makeForm(shop.owner, { ...withFields(field('email')), limit_submit: true, confirm_submitter: false })
  const [first, again] = [await send(url, { email: 'once@shop.test' }), await send(url, { email: 'Once@shop.test' })]
  expect(first.body).toMatchObject({ gifts: [], gifts_mailed: true })
  expect([again.status, again.body]).toEqual([first.status, first.body])
  const row = await db().one<{ id: number }>(sql`select id from form_submission where email = 'once@shop.test'`)
  expect(JSON.stringify(await newestMail(shop.it, 'once@shop.test'))).toContain(`/read/secret-${row?.id}`)
})

test('submissions with one idempotency key are stored once and get the same answer with gifts, also concurrently', async () => {
  const { id, url } = await asked(field('name'))
  const headers = { 'idempotency-key': 'form-once-1' }
  const all = await Promise.all(Array.from({ length: 5 }, () => send(url, { name: 'Kim' }, headers)))
  const right = all.filter(({ status }) => status === 201)
  for (const { body } of right) expect(body).toEqual(right[0]?.body)
  expect((await send(url, { name: 'Kim' }, headers)).body).toEqual(right[0]?.body)
  expect((await send(url, { name: 'Lee' }, headers)).body.code).toBe('KEY_REUSED')
  expect((await shop.owner.get(`/api/admin/form/${id}`)).body.submit_count).toBe(1)
})

test('an account reads its submissions twenty at a time, in its language, without links to disabled forms', async () => {
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

test('a submission from a landing page visitor counts as its conversion, and names the page', async () => {
  const page = (await shop.owner.post('/api/admin/landing_page', { name: 'x', url: 'brings', published_at: '2026-01-01T00:00:00Z' })).body
  await shop.owner.post(`/api/admin/landing_page/${page.id}/publish`)
  const visit = await shop.guest.post('/api/landing_page/visit', { url: 'brings' }, { 'user-agent': 'Firefox' })
  const cookie = String(visit.headers['set-cookie']).split(';')[0] ?? ''
  const { url } = await asked(field('name'))
  const fromPage = await sent(url, { name: 'x' }, { cookie })
  expect([fromPage.landing_page_id, (await sent(url, { name: 'x' })).landing_page_id]).toEqual([page.id, null])
  expect(await db().rows(sql`select kind, ref from landing_transfer where landing_page_id = ${page.id}`)).toEqual([
    { kind: 'form', ref: String(fromPage.id) },
  ])
})

test('other plugins receive the submission: name, phone and address where the form asks for them', async () => {
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
  const summary = await forms.getSubmission(shop.it.ctx, db(), row.id)
  expect(summary).toMatchObject({
    form: 'Told',
    first_name: 'May',
    last_name: 'Chan',
    email: 'told@shop.test',
    phone: '9123 4567',
    country_code: '852',
    person_id: row.person_id,
    answers,
  })
  expect(summary?.lines.at(-1)).toEqual({ title: 'Tea', answer: 'Green', files: [] })
  expect((await forms.getSubmission(shop.it.ctx, db(), row.id, 'zh-HK'))?.lines.at(-1)).toMatchObject({ title: '茶', answer: '綠' })
  expect(await forms.getSubmission(shop.it.ctx, db(), 999_999)).toBeUndefined()
  expect(await forms.sentSince(db(), before)).toEqual([{ formId: id, submissionId: row.id }])
  expect(await forms.named({ ...shop.it.ctx, language: 'zh-HK' }, [id, 999_999])).toEqual([{ id, title: '說', url }])
  const whole = await asked(field('name'))
  expect(await forms.getSubmission(shop.it.ctx, db(), (await sent(whole.url, { name: 'May Chan' })).id)).toMatchObject({
    first_name: 'May Chan',
    last_name: '',
    phone: null,
    country_code: null,
    email: null,
  })
})
