import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'

const shop = suite(['content', 'calendar'])
const listEntries = async (language = 'en-US') =>
  (await shop.owner.get(`/api/admin/calendar?from=2026-12-01&to=2027-01-01&language=${language}`)).body.data
const move = (entry: string, body: object) => shop.owner.put(`/api/admin/calendar/entry/${entry}`, body)

test("an article appears on its day in the reader's language, and can be moved to another", async () => {
  const { body } = await shop.owner.post('/api/admin/article', {
    title: { 'en-US': 'Tea in winter', 'zh-HK': '冬天的茶' },
    url: 'tea-in-winter',
    content: { 'en-US': '<p>Tea</p>' },
    show_date: '2026-12-03',
  })
  await shop.owner.post('/api/admin/article', { title: 'Any day', url: 'any-day', content: '<p>Tea</p>' })
  expect(await listEntries()).toMatchObject([
    { source: 'articles', title: 'Tea in winter', start: '2026-12-03', status: 'published', movable: true },
  ])
  expect(await listEntries('zh-HK')).toMatchObject([{ title: '冬天的茶' }])
  expect((await move(`articles/${body.id}`, { start: '2026-12-04', version: body.version })).status).toBe(200)
  expect((await shop.owner.get(`/api/admin/article/${body.id}`)).body.show_date).toBe('2026-12-04')
})

test('a scheduled landing page can be moved to another time and goes live then; a published one stays', async () => {
  const make = (url: string, published_at: string) => shop.owner.post('/api/admin/landing_page', { name: url, url, published_at })
  const { body: waiting } = await make('waits', '2026-12-05T02:00:00Z')
  expect((await shop.owner.post(`/api/admin/landing_page/${waiting.id}/publish`)).body.status).toBe('pending')
  const find = async () => (await listEntries()).find((entry: { source: string }) => entry.source === 'landing_pages')
  expect(await find()).toMatchObject({ title: 'waits', all_day: false, status: 'pending', movable: true })
  expect((await move(`landing_pages/${waiting.id}`, { start: '2026-01-05T02:00:00Z' })).status).toBe(200)
  expect((await shop.owner.get(`/api/admin/landing_page/${waiting.id}`)).body.status).toBe('published')
  const past = (await shop.owner.get('/api/admin/calendar?from=2026-01-01&to=2026-02-01')).body.data
  expect(past).toMatchObject([{ title: 'waits', status: 'published', movable: false }])
})

test('an announcement spans the time it is shown, and keeps its length when it is moved', async () => {
  const { body } = await shop.owner.post('/api/admin/announcement', {
    title: 'Closed',
    content: '<p>Closed</p>',
    starts_at: '2026-11-29T16:00:00Z',
    ends_at: '2026-12-02T16:00:00Z',
  })
  const entry = (await listEntries()).find((entry: { source: string }) => entry.source === 'announcements')
  expect(entry).toMatchObject({ title: 'Closed', end: '2026-12-02T16:00:00.000Z' })
  const to = { start: '2026-12-09T16:00:00Z', end: '2026-12-12T16:00:00Z', version: entry.version }
  expect((await move(`announcements/${body.id}`, to)).status).toBe(200)
  expect((await shop.owner.get(`/api/admin/announcement/${body.id}`)).body).toMatchObject({
    starts_at: '2026-12-09T16:00:00.000Z',
    ends_at: '2026-12-12T16:00:00.000Z',
  })
})
