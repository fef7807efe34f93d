import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, sent, type Setting, setting } from './purchasing-fixture.ts'

let s: Setting
beforeAll(async () => {
  s = await setting(['calendar'])
})
afterAll(() => s.it.close())

const readCalendar = async () => (await s.buyer.get('/api/admin/calendar?from=2026-12-01&to=2027-01-01')).body.data
const move = (id: number, body: object) => s.buyer.put(`/api/admin/calendar/entry/deliveries/${id}`, body)

test('a sent order is in the calendar on its expected date, drafts are not', async () => {
  await draft(s, { tea: 6 }, { expected_at: '2026-12-07' })
  const { id } = await sent(s, { tea: 6 }, { expected_at: '2026-12-08' })
  expect(await readCalendar()).toMatchObject([
    {
      source: 'deliveries',
      id: String(id),
      start: '2026-12-08',
      end: null,
      all_day: true,
      status: 'sent',
      link: `po/${id}`,
      movable: true,
    },
  ])
})

test('moving a delivery updates the order, and a concurrent change is not overwritten', async () => {
  const { id } = await sent(s, { pot: 1 }, { expected_at: '2026-12-10' })
  const entry = (await readCalendar()).find((candidate: { id: string }) => candidate.id === String(id))
  expect((await move(id, { start: '2026-12-11', version: entry.version })).status).toBe(200)
  expect((await s.buyer.get(`/api/admin/po/${id}`)).body.expected_at).toBe('2026-12-11')
  expect((await move(id, { start: '2026-12-12', version: entry.version })).status).toBe(409)
  expect((await move(id, { start: '2026-12-12T00:00:00Z' })).body.messages).toHaveProperty('start')
})

test('a calendar feed keeps a canceled order, the staff calendar does not', async () => {
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const { id } = await sent(s, { tea: 6 }, { expected_at: day })
  expect((await s.buyer.post(`/api/admin/po/${id}/cancel`, { reason: 'Too late' })).status).toBe(200)
  const { body } = await s.buyer.get(
    `/api/admin/calendar?from=${day}&to=${new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)}`,
  )
  expect(body.data).toEqual([])
  const { url } = (await s.buyer.post('/api/admin/calendar/feed', { name: 'Phone' })).body
  const feed = (await s.it.guest.get(new URL(url).pathname)).raw.body
  expect(feed).toMatch(new RegExp(`UID:deliveries-${id}@[^]*?STATUS:CANCELLED`))
  expect(feed).toContain(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`)
})
