import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite, toFormData } from 'stoa/testing'
import { asIcs, asJson } from './holiday-file-fixture.ts'

const shop = suite(['hr', 'calendar'])
const at = '/api/admin/hr_holiday_calendar'
let count = 0
let calendar: number
beforeEach(async () => {
  const made = await shop.owner.post(at, { title: 'Calendar', code: `c${++count}`, region: 'HK', rest_weekdays: [7] })
  calendar = made.body.id
})

const send = (text: string, more: Record<string, string> = {}, client = shop.owner) =>
  client.post(`${at}/${calendar}/import`, toFormData({ file: new File([text], 'holidays'), ...more }))
const stored = () =>
  shop.it.kernel.db.rows<{ id: number; date: string; title: Record<string, string>; status: string; kind: string }>(
    sql`select id, date::text as date, title, status, kind from hr_holiday where calendar_id = ${calendar} order by date`,
  )

describe('the import of a holiday file', () => {
  test('shows what it would do, does it, and leaves the rest the second time', async () => {
    const file = asIcs([
      ['20270101', 'New Year'],
      ['20271225', 'Christmas Day'],
      ['20279999', 'Nothing'],
    ])
    const plan = await send(file, { dry_run: '1' })
    expect(plan.status, JSON.stringify(plan.body)).toBe(200)
    expect(plan.body).toMatchObject({ format: 'ics', dry_run: true, unchanged: 0, changed: [] })
    expect(plan.body.added).toEqual([
      { date: '2027-01-01', title: 'New Year' },
      { date: '2027-12-25', title: 'Christmas Day' },
    ])
    expect(plan.body.errors).toEqual([{ line: 15, reason: 'The date does not exist.' }])
    expect(await stored()).toEqual([])
    await send(file)
    expect(await stored()).toMatchObject([{ date: '2027-01-01', status: 'draft', kind: 'general' }, { date: '2027-12-25' }])
    expect((await send(file)).body).toMatchObject({ added: [], changed: [], unchanged: 2 })
  })

  test('completes the same rows from files in three languages and both formats', async () => {
    await send(`\ufeff${asJson([['20270101', '一月一日']])}`, { language: 'zh-HK' })
    const english = await send(asIcs([['20270101', 'The first day of January']]))
    expect(english.body.changed).toEqual([{ date: '2027-01-01', title: 'The first day of January', before: '一月一日' }])
    await send(asJson([['20270101', '元旦']]), { language: 'zh-CN' })
    expect((await stored()).map(({ title }) => title)).toEqual([
      { 'en-US': 'The first day of January', 'zh-HK': '一月一日', 'zh-CN': '元旦' },
    ])
  })

  test('adds each date once when two files are imported at once', async () => {
    const file = asIcs([
      ['20270101', 'New Year'],
      ['20270501', 'Labour Day'],
    ])
    const results = await Promise.all([send(file), send(file)])
    expect(results.map(({ status }) => status)).toEqual([200, 200])
    expect(await stored()).toHaveLength(2)
  })

  test('keeps kind and status of an existing holiday', async () => {
    await send(asIcs([['20270101', 'New Year']]), { kind: 'statutory' })
    await shop.owner.post(`${at}/${calendar}/publish`)
    await send(asIcs([['20270101', 'Other']]), { kind: 'company' })
    expect(await stored()).toMatchObject([{ status: 'published', kind: 'statutory', title: { 'en-US': 'Other' } }])
  })

  test('proposes substitute days of statutory holidays on a rest day', async () => {
    const { body } = await send(asIcs([['20270103', 'A Sunday']]), { kind: 'statutory', dry_run: '1' })
    expect(body.substitutes).toEqual([{ for: '2027-01-03', date: '2027-01-04', title: 'A Sunday' }])
  })

  test('refuses a file that is none, a missing file, an unknown calendar and staff without the permission', async () => {
    expect((await send('hello')).body.messages).toHaveProperty('file')
    expect((await shop.owner.post(`${at}/${calendar}/import`, toFormData({ kind: 'general' }))).body.messages).toHaveProperty('file')
    const missing = await shop.owner.post(`${at}/999999/import`, toFormData({ file: new File([asIcs([])], 'x') }))
    expect(missing.status).toBe(404)
    expect((await send(asIcs([]), {}, await shop.it.staff('hr.viewer'))).status).toBe(403)
  })
})

test('substitute days are added once as drafts with a title in each language, also when two ask at once', async () => {
  await send(asIcs([['20270103', 'A Sunday']]), { kind: 'statutory' })
  const results = await Promise.all([shop.owner.post(`${at}/${calendar}/substitute`), shop.owner.post(`${at}/${calendar}/substitute`)])
  expect(results.map(({ status }) => status)).toEqual([200, 200])
  expect(await stored()).toMatchObject([
    { date: '2027-01-03' },
    { date: '2027-01-04', status: 'draft', title: { 'en-US': 'A Sunday (substitute day)', 'zh-HK': 'A Sunday補假' } },
  ])
})

test('a date is in a calendar once, also when two are created at once', async () => {
  const post = () => shop.owner.post('/api/admin/hr_holiday', { calendar_id: calendar, date: '2027-05-01', title: 'Labour Day' })
  const results = await Promise.all([post(), post()])
  expect(results.map(({ status }) => status).toSorted()).toEqual([201, 422])
  expect(results.find(({ status }) => status === 422)?.body.messages).toHaveProperty('date')
})

test('only published holidays are in the shared calendar, each for a whole day', async () => {
  await send(
    asIcs([
      ['20310101', 'Published day'],
      ['20310102', 'Draft day'],
    ]),
  )
  const [first] = await stored()
  expect((await shop.owner.post(`/api/admin/hr_holiday/${first?.id}/publish`)).body.status).toBe('published')
  const entries = async () =>
    ((await shop.owner.get('/api/admin/calendar?from=2031-01-01&to=2031-02-01')).body.data ?? []) as { title: string; all_day: boolean }[]
  expect((await entries()).filter(({ title }) => title.endsWith(' day'))).toMatchObject([{ title: 'Published day', all_day: true }])
  await shop.owner.post(`${at}/${calendar}/unpublish`)
  expect((await entries()).filter(({ title }) => title.endsWith(' day'))).toEqual([])
})
