import { afterEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { manyShifts, rota, rotaTables } from './shift-fixture.ts'

const shop = suite(['calendar'], { extra: [rota], tables: rotaTables })
const rights = ['get calendar', 'get shift', 'create shift']
const week = '/api/admin/calendar?from=2026-11-23&to=2026-11-30'

afterEach(() => shop.it.kernel.db.run(sql`truncate shift`))

const plan = async (client: Client, starts_at: string, title = 'Early') =>
  (await client.post('/api/admin/shift', { title, starts_at })).body
const titles = (answer: { body: { data: { title: string }[] } }) => answer.body.data.map(({ title }) => title)

test('a period contains the entries that begin in it in the time zone of the shop, and no others', async () => {
  await plan(shop.owner, '2026-11-22T15:59:59Z', 'Sunday night')
  await plan(shop.owner, '2026-11-22T16:00:00Z', 'Monday, midnight in Hong Kong')
  await plan(shop.owner, '2026-11-29T15:59:59Z', 'Sunday, last second')
  await plan(shop.owner, '2026-11-29T16:00:00Z', 'Next Monday')
  const { status, body } = await shop.owner.get(week)
  expect(status).toBe(200)
  expect(body).toMatchObject({ time_zone: 'Asia/Hong_Kong', sources: [{ name: 'shifts', hue: 'teal', cut: false }] })
  expect(body.data).toMatchObject([
    {
      source: 'shifts',
      title: 'Monday, midnight in Hong Kong',
      start: '2026-11-22T16:00:00.000Z',
      end: null,
      all_day: false,
      movable: true,
      version: 1,
    },
    { title: 'Sunday, last second' },
  ])
})

test('staff see the rows their own lists would show, and only sources they have permission for', async () => {
  const staff = await shop.it.staff(rights)
  const two = await shop.it.staff(rights)
  await plan(staff, '2026-11-24T02:00:00Z', 'of one')
  await plan(two, '2026-11-24T03:00:00Z', 'of two')
  expect(titles(await staff.get(week))).toEqual(['of one'])
  expect(titles(await (await shop.it.staff([...rights, 'see all shift'])).get(week))).toEqual(['of one', 'of two'])
  const blind = await (await shop.it.staff(['get calendar'])).get(week)
  expect(blind.body).toMatchObject({ sources: [], data: [] })
  expect((await (await shop.it.staff(['get shift'])).get(week)).status).toBe(403)
  expect((await shop.guest.get(week)).status).toBe(401)
})

test('a query covers at most 62 days, forwards, and errors are reported by field', async () => {
  const ask = (query: string) => shop.owner.get(`/api/admin/calendar?${query}`)
  expect((await ask('from=2026-11-01&to=2027-01-02')).status).toBe(200)
  expect((await ask('from=2026-11-01&to=2027-01-03')).body.messages).toEqual({ to: ['You can view at most 62 days at once.'] })
  expect((await ask('from=2026-11-01&to=2026-11-01')).body.messages).toEqual({ to: ['The end must be after the start.'] })
  expect(Object.keys((await ask('from=2026-02-30')).body.messages)).toEqual(['from', 'to'])
  expect((await ask('from=2026-11-01&to=2026-11-02&source=ghosts')).body.messages).toHaveProperty('source')
})

test('more than five hundred entries of one source are truncated, and the answer says so', async () => {
  await manyShifts(shop.it.kernel, 501, '2026-11-24T00:00:00Z')
  const { body } = await shop.owner.get(week)
  expect(body.data).toHaveLength(500)
  expect(body.sources).toMatchObject([{ name: 'shifts', cut: true }])
})

test('moving an entry respects permission, scope, version and audit of its row', async () => {
  const mine = await shop.it.staff([...rights, 'update shift'])
  const row = await plan(mine, '2026-11-24T02:00:00Z')
  const at = `/api/admin/calendar/entry/shifts/${row.id}`
  const to = { start: '2026-11-25T02:00:00Z', version: row.version }
  expect((await (await shop.it.staff([...rights, 'see all shift'])).put(at, to)).status).toBe(403)
  expect((await (await shop.it.staff([...rights, 'update shift'])).put(at, to)).status).toBe(404)
  expect((await mine.put(at, to)).status).toBe(200)
  expect((await mine.get(week)).body.data).toMatchObject([{ start: '2026-11-25T02:00:00.000Z', version: 2 }])
  const stale = await mine.put(at, { ...to, start: '2026-11-26T02:00:00Z' })
  expect([stale.status, stale.body.current.version]).toEqual([409, 2])
  const auditLines = await shop.it.kernel.db.rows(
    sql`select verb from audit_log where resource = 'shift' and row_id = ${row.id} order by id`,
  )
  expect(auditLines).toEqual([{ verb: 'create' }, { verb: 'update' }])
})

test('moving to an invalid time is rejected by field, and moving an unknown entry is not found', async () => {
  const row = await plan(shop.owner, '2026-11-24T02:00:00Z')
  const move = (entry: string, body: object) => shop.owner.put(`/api/admin/calendar/entry/${entry}`, body)
  const at = `shifts/${row.id}`
  // JavaScript reads some of them as another time, and PostgreSQL reads others not at all.
  const impossible = ['2026-02-30T10:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-11-25T10:00:00+99:99']
  for (const start of ['2026-11-25', 'tomorrow', '2026-13-45T00:00:00Z', ...impossible]) {
    const answer = await move(at, { start })
    expect([answer.status, Object.keys(answer.body.messages)], start).toEqual([422, ['start']])
  }
  expect((await move(at, { start: '2026-11-25T02:00:00Z', end: '2026-11-31T02:00:00Z' })).body.messages).toHaveProperty('end')
  expect((await move(at, { start: '2026-11-25T02:00:00Z', end: '2026-11-24T02:00:00Z' })).body.messages).toHaveProperty('end')
  expect((await move(at, {})).body.messages).toHaveProperty('start')
  const to = { start: '2026-11-25T02:00:00Z' }
  for (const entry of ['ghosts/1', 'shifts/0', 'shifts/x', 'shifts/99999', `shifts/${'9'.repeat(40)}`])
    expect((await move(entry, to)).status).toBe(404)
})
