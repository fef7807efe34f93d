import { afterEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite, toFormData } from 'stoa/testing'
import { createTaskFixture } from './fixture.ts'

const shop = suite(['tasks', 'notes', 'calendar', 'sheets'])
const people = createTaskFixture(shop)
const db = () => shop.it.kernel.db

afterEach(() => db().run(sql`delete from task`))

const importSheet = (text: string) =>
  shop.owner.post('/api/admin/task/import', toFormData({ file: new File([text], 'tasks.csv'), language: 'en-US' }))

test('a sheet with a checklist of thirty thousand lines is refused at once, by column', async () => {
  const begin = Date.now()
  const { status, body } = await importSheet(`title,checklist\nMany,"${'x\n'.repeat(30_000)}"\nFew,"[x] done\n\nopen"\n`)
  expect(Date.now() - begin).toBeLessThan(5_000)
  expect(status).toBe(200)
  expect(body.errors).toMatchObject([{ row: 2, column: 'checklist' }])
  expect(await db().rows(sql`select title, jsonb_array_length(checklist) as items from task`)).toEqual([{ title: 'Few', items: 2 }])
})

test('cells that look like formulas stay texts', async () => {
  const { body } = await importSheet('title,checklist\n"=HYPERLINK(""http://x"")","[x] =1+1"\n')
  expect(body.errors).toEqual([])
  const row = await db().one<{ title: string; text: string }>(sql`select title, checklist #>> '{0,text}' as text from task`)
  expect(row).toEqual({ title: '=HYPERLINK("http://x")', text: '=1+1' })
  const file = await shop.owner.get('/api/admin/task/export?format=csv')
  // A program that opens the file must not evaluate it.
  expect(file.raw.body).toContain(`"'=HYPERLINK(""http://x"")"`)
})

test('impossible due dates are refused when a task is moved on the calendar', async () => {
  const me = await people.hire()
  const id = await people.create(me, { title: 'Water the plants', due_date: '2026-12-24' })
  for (const start of ['2026-02-30', '2026-02-30T10:00:00Z', '0001-01-01', '0000-01-01', '9999-12-31', '2026-12-10T24:00:01Z']) {
    const answer = await me.client.put(`/api/admin/calendar/entry/tasks/${id}`, { start })
    expect([answer.status, Object.keys(answer.body.messages)], start).toEqual([422, ['start']])
  }
  expect(await people.read(me, id)).toMatchObject({ due_date: '2026-12-24', due_time: null })
})

test('a task that repeats since 1900 is completed quickly, and a series ends with the last date that a task can have', async () => {
  const me = await people.hire()
  for (const recurrence of ['daily', 'workdays']) {
    const old = await people.create(me, { title: `Since 1900, ${recurrence}`, due_date: '1900-01-02', recurrence })
    const begin = Date.now()
    expect((await people.move(me, old, 'complete')).status).toBe(200)
    expect(Date.now() - begin).toBeLessThan(1_000)
    expect(await people.open(old)).toHaveLength(1)
  }
  const last = await people.create(me, { title: 'Last', due_date: '2999-12-31', recurrence: 'daily' })
  expect((await people.move(me, last, 'complete')).status).toBe(200)
  expect(await people.open(last)).toEqual([])
})

test.each([
  [{ title: { a: 1 } }, ['title']],
  [{ title: '\0' }, ['title']],
  [{ title: 'A', checklist: [{ text: 5 }] }, ['checklist']],
  [{ title: 'A', checklist: 'x' }, ['checklist']],
  [{ title: 'A', checklist: Array.from({ length: 30_000 }, () => ({ text: 'x' })) }, ['checklist']],
  [{ title: 'A', watchers: [[1]] }, ['watchers']],
  [{ title: 'A', watchers: [999_999] }, ['watchers']],
  [{ title: 'A', recurrence_every: 1e308 }, ['recurrence_every']],
  [{ title: 'A', due_date: '2026-02-30' }, ['due_date']],
  [{ title: 'A', subject_type: '__proto__', subject_id: 1 }, ['subject_id']],
])('the input %o is refused by field', async (input, fields) => {
  const { status, body } = await shop.owner.post('/api/admin/my/task', input)
  expect([status, Object.keys(body.messages)]).toEqual([422, fields])
  expect(await db().rows(sql`select 1 from task`)).toEqual([])
})

test('a form is accepted like JSON', async () => {
  const form = { title: 'By form', due_date: '2026-12-24', 'checklist[0][text]': 'First', watchers: '' }
  const { status, body } = await shop.owner.post('/api/admin/my/task', toFormData(form))
  expect(status, JSON.stringify(body)).toBe(201)
  const wrong = await shop.owner.post('/api/admin/my/task', toFormData({ title: 'By form', checklist: 'x', due_date: '2026-02-30' }))
  expect(Object.keys(wrong.body.messages).toSorted()).toEqual(['checklist', 'due_date'])
})

test('what is pressed ten times at once happens once', async () => {
  const ten = async (send: () => Promise<{ status: number }>) =>
    (await Promise.all(Array.from({ length: 10 }, send))).filter(({ status }) => status < 300).length
  const me = await people.hire()
  const key = { 'idempotency-key': 'ten-times-at-once-0001' }
  expect(await ten(() => me.client.post('/api/admin/my/task', { title: 'Once' }, key))).toBe(10)
  expect(await people.own(me)).toEqual(['Once'])
  const id = await people.create(me, { title: 'Daily', due_date: await people.day(1), recurrence: 'daily' })
  expect(await ten(() => people.move(me, id, 'complete'))).toBe(1)
  expect(await people.open(id)).toHaveLength(1)
  expect(await ten(() => me.client.delete(`/api/admin/my/task/${id}`))).toBe(0)
})
