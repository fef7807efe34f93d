import exceljs from 'exceljs'
import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { form as multipart } from '../../../tests/support/multipart.ts'
import { checks } from '../checks.ts'
import { choice, sending } from './submission-fixture.ts'
import { field, makeForm, withFields } from './form-fixture.ts'

/** Staff actions on submissions, and their effect on the form. */
const shop = suite(['forms', 'people', 'sheets'])
const { db, send, sent, asked } = sending(shop)

test('a deleted submission frees its place, a full form reopens with a higher limit, a closed one with a later end', async () => {
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
  // The state "closed" takes precedence over "full".
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

test("a workbook has every submission in the reader's language, and the export is in the audit log", async () => {
  const { id, url } = await asked(field('name'), choice('tea', { g: { 'en-US': 'Green', 'zh-HK': '綠' } }))
  await sent(url, { name: '+1', tea: 'g' })
  await db().run(sql`insert into form_submission (form_id, form_version, name, language, answers, shape)
    select form_id, form_version, '', language, '{"name": "-2", "tea": "g"}', shape from form_submission, generate_series(1, 1000) where form_id = ${id}`)
  const { raw } = await shop.owner.get(`/api/admin/form/${id}/export?language=zh-HK`)
  const book = new exceljs.Workbook()
  await book.xlsx.load(raw.rawPayload as never)
  const sheet = book.getWorksheet('Sheet1')
  expect(sheet?.rowCount).toBe(1_002)
  const cells = (row: number) => ((sheet?.getRow(row).values ?? []) as unknown[]).slice(3)
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

test('corrections by staff follow the submitted version; files and unknown answers stay as they are', async () => {
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
