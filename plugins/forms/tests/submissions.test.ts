import exceljs from 'exceljs'
import { expect, test } from 'vitest'
import { definePlugin, sql } from 'stoa'
import { toFormData, suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { field, makeForm, withFields } from './form-fixture.ts'

const receivedEvents: unknown[] = []
const listener = definePlugin({
  id: 'listener',
  after: ['forms'],
  on: { 'form.submitted': async (payload) => void receivedEvents.push(payload) },
})
const shop = suite(['forms', 'people', 'sheets'], { extra: [listener] })

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const picture = (name: string) => new File([png], name, { type: 'image/png' })
const text = (name: string) => new File(['a,b\n1,2\n'], name, { type: 'application/pdf' })

const bring = (url: string, file: File, key = 'cv', by: Client = shop.guest) =>
  by.post(`/api/form/${url}/upload`, toFormData({ key, file }))
const newest = async () => (await shop.owner.get('/api/admin/form_submission?fields=*&limit=1')).body.data[0]
const mails = () =>
  shop.it.kernel.db.rows<{ recipient: string; subject: string; text_body: string }>(
    sql`select recipient, subject, text_body from mail order by id`,
  )
const files = async () => (await shop.it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from file`))?.n

async function customer(email: string) {
  await shop.guest.post('/api/register', {
    email,
    first_name: 'Kim',
    last_name: 'Lee',
    password: 'a long password',
    password_confirmation: 'a long password',
  })
  return shop.it.as((await shop.guest.post('/api/login', { email, password: 'a long password' })).body.token)
}

const withFile = (options: object = {}) =>
  withFields(field('email'), field('cv', { type: 'file', required: true, additional_options: options }))

test('a file is uploaded first and claimed once by the submission; only staff can read it', async () => {
  const { url } = await makeForm(shop.owner, withFile())
  const { status, body } = await bring(url, picture('me.png'))
  expect([status, body.name]).toEqual([201, 'me.png'])
  expect((await shop.guest.post(`/api/form/${url}`, { cv: [`${body.token}x`] })).body.messages).toEqual({
    cv: ['This file is no longer available. Choose it again.'],
  })
  expect((await shop.guest.post(`/api/form/${url}`, { cv: [body.token] })).status).toBe(201)
  expect((await shop.guest.post(`/api/form/${url}`, { cv: [body.token] })).body.messages).toHaveProperty('cv')
  const sent = await newest()
  expect(sent).toMatchObject({ answers: { cv: ['me.png'] }, files: [{ field_key: 'cv', file: { name: 'me.png', mime: 'image/png' } }] })
  expect((await shop.owner.get(sent.files[0].file.url)).status).toBe(200)
  expect((await shop.guest.get(sent.files[0].file.url)).status).toBe(401)
  const stranger = await shop.it.staff(['get form'])
  expect((await stranger.get(sent.files[0].file.url)).status).toBe(403)
})

test('the file type is detected by content; too many, too large and foreign files are rejected', async () => {
  const made = await makeForm(shop.owner, {
    tabs: [
      {
        title: 'A',
        fields: [
          field('cv', { type: 'file', additional_options: { extensions: ['png'], max_bytes: 1_024 } }),
          field('other', { type: 'file' }),
        ],
      },
    ],
  })
  const before = await files()
  expect((await bring(made.url, text('fake.png'))).body.messages).toEqual({ file: ['Please upload a file of one of these types: png.'] })
  expect((await bring(made.url, new File([Buffer.concat([png, Buffer.alloc(2_000)])], 'x.png'))).body.messages).toHaveProperty('file')
  expect((await bring(made.url, picture('x.png'), 'name')).status).toBe(404)
  expect(await files()).toBe(before)
  const [one, two] = [(await bring(made.url, picture('1.png'))).body.token, (await bring(made.url, picture('2.png'))).body.token]
  expect((await shop.guest.post(`/api/form/${made.url}`, { cv: [one, two] })).body.messages).toEqual({
    cv: ['You can upload at most 1 files.'],
  })
  expect((await shop.guest.post(`/api/form/${made.url}`, { other: [one] })).body.messages).toHaveProperty('other')
  const elsewhere = await makeForm(shop.owner, withFile())
  expect((await shop.guest.post(`/api/form/${elsewhere.url}`, { cv: [one] })).body.messages).toHaveProperty('cv')
})

test('unclaimed files are deleted after a day, and claimed ones with their submission', async () => {
  const { url } = await makeForm(shop.owner, withFile())
  const keptToken = (await bring(url, picture('kept.png'))).body.token
  await bring(url, picture('left.png'))
  await shop.guest.post(`/api/form/${url}`, { cv: [keptToken] })
  await shop.it.kernel.db.run(sql`update file set created_at = now() - interval '25 hours'`)
  await shop.it.clock('core/sweep-files')
  const there = async (name: string) => (await shop.it.kernel.db.rows(sql`select 1 from file where name = ${name}`)).length
  expect([await there('kept.png'), await there('left.png')]).toEqual([1, 0])
  expect((await shop.owner.delete(`/api/admin/form_submission/${(await newest()).id}`)).status).toBeLessThan(300)
  expect(await there('kept.png')).toBe(0)
})

test('a submission is processed, completed, reopened or marked as spam, in the allowed transitions only', async () => {
  const { url } = await makeForm(shop.owner)
  await shop.guest.post(`/api/form/${url}`, { name: 'Kim' })
  const { id, status } = await newest()
  const move = async (to: string) => (await shop.owner.post(`/api/admin/form_submission/${id}/${to}`)).body.status ?? 'refused'
  expect(status).toBe('pending')
  expect(await move('complete')).toBe('refused')
  expect(await move('process')).toBe('process')
  expect(await move('complete')).toBe('completed')
  expect(await move('reject')).toBe('refused')
  expect(await move('reopen')).toBe('process')
  expect(await move('reject')).toBe('rejected')
  expect(await move('mark_abnormal')).toBe('abnormal')
  expect((await newest()).handled_at).toBeTruthy()
})

test('staff correct answers, validated by the submitted version, and the audit log records the change', async () => {
  const made = await makeForm(shop.owner, withFields(field('name', { required: true }), field('age')))
  await shop.guest.post(`/api/form/${made.url}`, { name: 'Kim' })
  const { id } = await newest()
  const at = `/api/admin/form/${made.id}/submit_histories/${id}`
  expect((await shop.owner.post(at, { name: '' })).body.messages).toEqual({ name: ['This field is required.'] })
  const right = await shop.owner.post(at, { age: '30' })
  expect([right.status, right.body.answers]).toEqual([200, { name: 'Kim', age: '30' }])
  expect((await newest()).name).toBe('Kim')
  const log = await shop.it.kernel.db.one<{ changes: any }>(
    sql`select changes from audit_log where resource = 'form_submission' and row_id = ${id} and verb = 'update'`,
  )
  expect(log?.changes).toEqual([{ field: 'answers', old: { name: 'Kim' }, new: { name: 'Kim', age: '30' } }])
  const other = await makeForm(shop.owner)
  expect((await shop.owner.post(`/api/admin/form/${other.id}/submit_histories/${id}`, { name: 'x' })).status).toBe(404)
  // A `version` is checked if it is sent: an outdated one is rejected.
  expect((await shop.owner.post(at, { name: 'x', version: 1 })).body.code).toBe('STALE')
  // The submitter's name is derived from the answers and updated with them.
  expect((await shop.owner.post(at, { name: 'Kimberly' })).status).toBe(200)
  expect((await newest()).name).toBe('Kimberly')
  const viewer = await shop.it.staff('forms.viewer')
  expect((await viewer.post(at, { name: 'x' })).status).toBe(403)
  const beside = await shop.owner.post(`${at}/upload`, toFormData({ admin_file: picture('reply.png') }))
  expect([beside.status, beside.body.files[0]]).toMatchObject([201, { field_key: '', file: { name: 'reply.png' } }])
})

test('all submissions are exported as a workbook with a column for each key, whatever its current label', async () => {
  const made = await makeForm(
    shop.owner,
    withFields(field('name'), field('tea', { type: 'single_select', additional_options: { options: [{ value: 'g', label: 'Green' }] } })),
  )
  await shop.guest.post(`/api/form/${made.url}`, { name: '=1+1', tea: 'g' })
  const now = (await shop.owner.get(`/api/admin/form/${made.id}`)).body
  const [tab] = now.tabs
  const fields = [{ ...tab.fields[0], title: 'Who' }, field('age')]
  expect((await shop.owner.put(`/api/admin/form/${made.id}`, { tabs: [{ id: tab.id, fields }], version: now.version })).status).toBe(200)
  await shop.guest.post(`/api/form/${made.url}`, { name: 'Kim', age: '30' })
  const { raw, status } = await shop.owner.get(`/api/admin/form/${made.id}/export`)
  expect(status).toBe(200)
  const book = new exceljs.Workbook()
  await book.xlsx.load(raw.rawPayload as never)
  const rows: unknown[][] = []
  book.getWorksheet('Sheet1')?.eachRow((row) => rows.push((row.values as unknown[]).slice(5)))
  expect(rows).toEqual([
    ['name', 'age', 'tea'],
    ["'=1+1", undefined, 'Green'],
    ['Kim', '30'],
  ])
})

test("a list shows the first answers as labels, in the reader's language", async () => {
  const options = [{ value: 'm', label: { 'en-US': 'Morning', 'zh-HK': '早上' } }]
  const { id, url } = await makeForm(
    shop.owner,
    withFields(field('name'), field('when', { type: 'single_select', additional_options: { options } }), field('age'), field('more')),
  )
  await shop.guest.post(`/api/form/${url}`, { name: 'Kim', when: 'm', age: '30', more: 'x' })
  const first = async (language: string) =>
    (await shop.owner.get(`/api/admin/form_submission?form_id=${id}&language=${language}`)).body.data[0]
  expect(await first('en-US')).toMatchObject({ name: 'Kim', said: 'Morning · 30' })
  expect(await first('zh-HK')).toMatchObject({ said: '早上 · 30' })
})

test('staff are emailed the answers, the submitter only a confirmation', async () => {
  const { url } = await makeForm(shop.owner, {
    ...withFields(field('name'), field('email')),
    notify_emails: ['desk@shop.test'],
    success_message: 'See you soon',
  })
  await shop.guest.post(`/api/form/${url}`, { name: 'Buy pills at http://spam', email: 'kim.mail@shop.test', language: 'zh-HK' })
  const [staff, sender] = (await mails()).slice(-2)
  expect(staff).toMatchObject({ recipient: 'desk@shop.test', subject: 'New submission of “Survey”' })
  expect(staff?.text_body).toMatch(/^Buy pills[^\n]* submitted the form “Survey”/)
  expect(sender).toMatchObject({ recipient: 'kim.mail@shop.test', subject: '我們已收到「Survey」' })
  expect(sender?.text_body).toContain('See you soon')
  expect(sender?.text_body).not.toContain('pills')
  const unnamed = await makeForm(shop.owner, { ...withFields(field('age')), notify_emails: ['desk@shop.test'] })
  await shop.guest.post(`/api/form/${unnamed.url}`, { age: '30' })
  expect((await mails()).at(-1)?.text_body).toMatch(/^Someone submitted/)
  const quiet = await makeForm(shop.owner, { ...withFields(field('email')), confirm_submitter: false })
  const before = (await mails()).length
  await shop.guest.post(`/api/form/${quiet.url}`, { email: 'kim.mail@shop.test' })
  expect((await mails()).length).toBe(before)
})

test('an account sees its submissions and their files, and nobody else does', async () => {
  const kim = await customer('kim.own@shop.test')
  const { url } = await makeForm(shop.owner, withFile())
  const { token } = (await bring(url, picture('mine.png'))).body
  await kim.post(`/api/form/${url}`, { email: 'x@shop.test', cv: [token] })
  const { data } = (await kim.get('/api/submit_histories')).body
  expect(data).toMatchObject([{ form: 'Survey', status: 'pending', url }])
  const [file] = data[0].said.find((answer: any) => answer.key === 'cv').files
  expect((await shop.guest.get(file.url)).status).toBe(200)
  const lee = await customer('lee.own@shop.test')
  expect((await lee.get('/api/submit_histories')).body.data).toEqual([])
  expect((await shop.guest.get('/api/submit_histories')).status).toBe(401)
})

test('erasing a person keeps the fact of the submission, and nothing personal', async () => {
  const { id: form, url } = await makeForm(shop.owner, { ...withFile(), limit_submit: true })
  const { token } = (await bring(url, picture('gone.png'))).body
  expect((await shop.guest.post(`/api/form/${url}`, { email: 'gone@shop.test', cv: [token] })).status).toBe(201)
  const { id } = await newest()
  const person = await shop.it.kernel.db.one<{ id: number }>(sql`select id from person where email = 'gone@shop.test'`)
  const personData = await shop.owner.get(`/api/admin/person/${person?.id}/personal-data`)
  expect(JSON.stringify(personData.body)).toContain('gone.png')
  const erased = await shop.owner.post(`/api/admin/person/${person?.id}/erase`, { confirmation: String(person?.id) })
  expect(erased.status, JSON.stringify(erased.body)).toBeLessThan(300)
  const left = await shop.it.kernel.db.one<{ row: string }>(sql`select row_to_json(s)::text as row from form_submission s where id = ${id}`)
  expect(left?.row).not.toMatch(/gone@|gone\.png/)
  expect((await shop.it.kernel.db.rows(sql`select 1 from file where name = 'gone.png'`)).length).toBe(0)
  expect((await shop.owner.get(`/api/admin/form/${form}`)).body.submit_count).toBe(1)
})

test('a file sent with a repeated address cannot be sent again, as if it had been accepted', async () => {
  const { url } = await makeForm(shop.owner, { ...withFile(), limit_submit: true })
  const send = async (email: string, token: string) => {
    const { status, body } = await shop.guest.post(`/api/form/${url}`, { email, cv: [token] })
    return [status, body]
  }
  const token = async () => (await bring(url, picture('twice.png'))).body.token as string
  await send('known.file@shop.test', await token())
  const [knownToken, fresh] = [await token(), await token()]
  expect(await send('known.file@shop.test', knownToken)).toEqual(await send('fresh.file@shop.test', fresh))
  expect(await send('third.file@shop.test', knownToken)).toEqual(await send('fourth.file@shop.test', fresh))
  await shop.it.kernel.db.run(sql`delete from rate_limit`)
})

test('other plugins are notified after the commit, and not of a rejected submission', async () => {
  const { id, url } = await makeForm(shop.owner)
  await shop.it.jobs()
  receivedEvents.length = 0
  await shop.guest.post(`/api/form/${url}`, {})
  await shop.guest.post(`/api/form/${url}`, { name: 'Kim' })
  await shop.it.jobs()
  expect(receivedEvents).toEqual([{ formId: id, submissionId: (await newest()).id }])
})
