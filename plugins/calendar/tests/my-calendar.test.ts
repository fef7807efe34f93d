import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { rota, rotaTables } from './shift-fixture.ts'

const shop = suite(['calendar'], { extra: [rota], tables: rotaTables })
const week = 'from=2026-11-23&to=2026-11-30'
const feeds = '/api/admin/calendar/feed'

const plan = async (client: Client, title: string, starts_at = '2026-11-24T02:00:00Z') =>
  (await client.post('/api/admin/shift', { title, starts_at })).body
const soon = () => new Date(Date.now() + 86_400_000).toISOString()
const titles = (answer: { body: { data: { title: string }[] } }) => answer.body.data.map(({ title }) => title)
const read = async (path: string) => {
  const { statusCode, body } = await shop.it.app.http.inject({ url: path })
  return { status: statusCode, body }
}
const make = async (client: Client, input: object) => {
  const { status, body } = await client.post(feeds, { name: 'Phone', ...input })
  expect(status, JSON.stringify(body)).toBe(201)
  return { ...body, path: new URL(body.url).pathname } as { id: number; path: string }
}
const allow = (feed: number, rights: string[]) =>
  shop.it.kernel.db.run(sql`update role set permission_list = ${rights} where id = (select a.role_id from account a
    join calendar_feed f on f.account_id = a.id where f.id = ${feed})`)

test('my calendar needs no permission and has only my entries, also for those who may see all', async () => {
  const mine = await shop.it.staff(['create shift'])
  const chief = await shop.it.staff('owner')
  await plan(mine, 'of mine')
  await plan(chief, 'of the chief')
  expect(titles(await mine.get(`/api/admin/my/calendar?${week}`))).toEqual(['of mine'])
  expect(titles(await chief.get(`/api/admin/my/calendar?${week}`))).toEqual(['of the chief'])
  expect(titles(await chief.get(`/api/admin/calendar?${week}`))).toEqual(['of mine', 'of the chief'])
  expect((await mine.get(`/api/admin/calendar?${week}`)).status).toBe(403)
  expect((await shop.guest.get(`/api/admin/my/calendar?${week}`)).status).toBe(401)
  const nobody = await shop.it.staff([])
  expect((await nobody.get(`/api/admin/my/calendar?${week}`)).body).toMatchObject({ sources: [{ name: 'shifts' }], data: [] })
})

test('an entry of mine is moved without the permission to view the calendar, and one of others is not found', async () => {
  const mine = await shop.it.staff(['create shift', 'update shift'])
  const { id } = await plan(mine, 'moves')
  const foreign = await plan(shop.owner, 'stays')
  const move = (client: Client, row: number) =>
    client.put(`/api/admin/calendar/entry/shifts/${row}`, { start: '2026-11-25T02:00:00Z', end: null })
  expect((await move(mine, id)).status).toBe(200)
  expect((await move(mine, foreign.id)).status).toBe(404)
  expect((await move(await shop.it.staff([]), id)).status).toBe(403)
})

test('a feed of my calendar needs no permission, and one of everything does', async () => {
  const mine = await shop.it.staff(['create shift'])
  const { id } = await plan(mine, 'of mine', soon())
  const foreign = await plan(shop.owner, 'of others', soon())
  expect((await mine.get(feeds)).body).toEqual({ data: [], scopes: ['mine'], may_show_names: false })
  expect((await mine.post(feeds, { name: 'Phone' })).status).toBe(403)
  const { path } = await make(mine, { scope: 'mine' })
  const { body } = await read(path)
  expect(body).toContain(`UID:shifts-${id}@`)
  expect(body).not.toContain(`UID:shifts-${foreign.id}@`)
  expect((await mine.get(feeds)).body.data).toMatchObject([{ name: 'Phone', scope: 'mine', shows_names: false }])
})

test('a feed of everything is not found without its permission, while one of my calendar stays', async () => {
  const client = await shop.it.staff(['get calendar', 'get shift'])
  const all = await make(client, { scope: 'all' })
  const mine = await make(client, { scope: 'mine' })
  await allow(all.id, ['get shift'])
  expect([(await read(all.path)).status, (await read(mine.path)).status]).toEqual([404, 200])
  await client.delete(`${feeds}/${mine.id}`)
  expect((await read(mine.path)).status).toBe(404)
})

test('a feed has names of customers only if its owner wants them and may see them at the time of the request', async () => {
  const rights = ['get calendar', 'get shift', 'create shift']
  const plain = await shop.it.staff(rights)
  expect((await plain.post(feeds, { name: 'Phone', shows_names: true })).body.messages).toHaveProperty('shows_names')
  const client = await shop.it.staff([...rights, 'see shift names'])
  await plan(client, 'Kim, 9123 4567', soon())
  expect((await client.get(feeds)).body.may_show_names).toBe(true)
  const without = await make(client, {})
  const named = await make(client, { shows_names: true })
  expect((await read(without.path)).body).not.toContain('Kim')
  expect((await read(named.path)).body).toContain(String.raw`SUMMARY:Kim\, 9123 4567`)
  await allow(named.id, rights)
  const later = (await read(named.path)).body
  expect(later).not.toContain('Kim')
  expect(later).toContain('SUMMARY:Shift\r\n')
})
