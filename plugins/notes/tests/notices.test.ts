import { expect, test } from 'vitest'
import { account, sql } from 'stoa'
import { suite } from 'stoa/testing'
import { NOTICES } from '../index.ts'
import { cases, caseTables, createMatter, type Person, person, read, seeing, write, writing } from './matter-fixture.ts'

const shop = suite(['notes'], { extra: [cases], tables: caseTables })
const createPerson = (rights: readonly string[] = seeing): Promise<Person> => person(shop.it, rights)
const inbox = async ({ client }: Person, query = '') => (await client.get(`/api/admin/notice${query}`)).body
const unread = async ({ client }: Person) => (await client.get('/api/admin/notice/count')).body.unread
const offered = async ({ client }: Person, id: number, q = 'Staff') =>
  (await client.get(`/api/admin/note/colleagues?subject=matter&subject_id=${id}&q=${q}`)).body.data

test('the mention list contains the colleagues who can read the row, and nobody else', async () => {
  const kim = await createPerson(writing)
  const [lee, outside, blind] = [await createPerson(), await createPerson(writing), await createPerson(['create note'])]
  const off = await createPerson()
  await shop.it.kernel.transaction((tx) => tx.query(account).patch({ enabled: false }).where('id', off.id))
  const id = await createMatter(kim.client)
  const ids = (await offered(kim, id)).map((row: { id: number }) => row.id)
  expect(ids).toContain(lee.id)
  for (const other of [kim, outside, blind, off]) expect(ids).not.toContain(other.id)
  expect(await offered(kim, id, lee.name)).toEqual([{ id: lee.id, name: lee.name }])
  expect(await offered(kim, id, '%25')).toEqual([])
})

test('mentioning a colleague who may not read the row is rejected by name, and nothing is stored', async () => {
  const kim = await createPerson(writing)
  const [outside, blind] = [await createPerson(writing), await createPerson(['get role'])]
  const id = await createMatter(kim.client)
  for (const other of [outside, blind]) {
    const { status, body } = await write(kim.client, id, { body: `@${other.name} look`, mentions: [other.id] })
    expect([status, body.messages]).toEqual([
      422,
      { mentions: [`${other.name} cannot view this record, so you cannot mention them here.`] },
    ])
  }
  expect((await write(kim.client, id, { body: 'x', mentions: [999_999] })).body.messages).toHaveProperty('mentions')
  expect((await read(kim.client, id)).body.data).toEqual([])
  expect((await inbox(outside)).data).toEqual([])
})

test('a mention creates a notice for the mentioned person that links to the row', async () => {
  const [kim, lee] = [await createPerson(), await createPerson()]
  const id = await createMatter(kim.client, 'Water in the cellar')
  const made = await write(kim.client, id, { body: `@${lee.name} please`, mentions: [lee.id, kim.id, lee.id] })
  expect(made.body.mentions).toEqual(expect.arrayContaining([{ id: lee.id, name: lee.name }]))
  expect(await unread(lee)).toBe(1)
  expect(await unread(kim)).toBe(0)
  const { data } = await inbox(lee)
  expect(data).toMatchObject([{ kind: 'mentioned', read: false, resource: 'matter', row_id: id }])
  expect(data[0].text).toContain(kim.name)
  expect(data[0].text).toContain('Water in the cellar')
})

test('an edit notifies newly mentioned colleagues once', async () => {
  const [kim, lee, may] = [await createPerson(), await createPerson(), await createPerson()]
  const id = await createMatter(kim.client)
  const { body: note } = await write(kim.client, id, { body: 'x', mentions: [lee.id] })
  await kim.client.put(`/api/admin/note/${note.id}`, { body: 'y', mentions: [lee.id, may.id] })
  await kim.client.put(`/api/admin/note/${note.id}`, { body: 'z', mentions: [] })
  await kim.client.put(`/api/admin/note/${note.id}`, { body: 'w', mentions: [may.id] })
  expect([await unread(lee), await unread(may)]).toEqual([1, 1])
})

test('a notice about a row its reader may no longer read shows no name and no link', async () => {
  const kim = await createPerson(writing)
  const lee = await createPerson()
  const id = await createMatter(kim.client, 'A private matter')
  await write(kim.client, id, { body: 'x', mentions: [lee.id] })
  await shop.it.kernel.db.run(
    sql`update role set permission_list = array_remove(permission_list, 'see all matter') where id = (select role_id from account where id = ${lee.id})`,
  )
  const { data } = await inbox(lee)
  expect(data).toMatchObject([{ resource: null, row_id: null }])
  expect(data[0].text).not.toContain('A private matter')
})

test('staff can neither read nor mark the notices of others', async () => {
  const [kim, lee] = [await createPerson(), await createPerson()]
  const id = await createMatter(kim.client)
  await write(kim.client, id, { body: 'x', mentions: [lee.id] })
  const [notice] = (await inbox(lee)).data
  expect((await inbox(kim)).data).toEqual([])
  await kim.client.post('/api/admin/notice/read', { ids: [notice.id], up_to: notice.id })
  expect(await unread(lee)).toBe(1)
  expect((await lee.client.post('/api/admin/notice/read', { ids: [notice.id] })).body).toEqual({ unread: 0 })
  expect((await inbox(lee)).data[0].read).toBe(true)
  expect((await shop.guest.get('/api/admin/notice')).status).toBe(401)
})

test('marking all as read leaves notices newer than the newest one shown', async () => {
  const [kim, lee] = [await createPerson(), await createPerson()]
  const id = await createMatter(kim.client)
  for (const body of ['a', 'b']) await write(kim.client, id, { body, mentions: [lee.id] })
  const [newest] = (await inbox(lee)).data
  await write(kim.client, id, { body: 'c', mentions: [lee.id] })
  await lee.client.post('/api/admin/notice/read', { up_to: newest.id })
  expect(await unread(lee)).toBe(1)
  const first = await inbox(lee, '?limit=2')
  expect(first.data).toHaveLength(2)
  expect((await inbox(lee, `?limit=2&after=${first.next}`)).data).toHaveLength(1)
})

test('plugins create notices in their transaction: a rollback discards them, and a repeated key creates one', async () => {
  const [kim, lee] = [await createPerson(), await createPerson()]
  const { kernel } = shop.it
  const telling = { kind: 'asked', to: [lee.id, kim.id, 999_999], actor: { kind: 'system', name: 'test' } as const, key: 'approval 1' }
  await expect(
    kernel.transaction(async (tx) => {
      await kernel.get(NOTICES).notify(tx, telling)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await unread(lee)).toBe(0)
  await Promise.all([1, 2, 3].map(() => kernel.transaction((tx) => kernel.get(NOTICES).notify(tx, telling))))
  expect([await unread(lee), await unread(kim)]).toEqual([1, 1])
  await kernel.transaction((tx) => kernel.get(NOTICES).withdraw(tx, 'asked', 'approval 1'))
  expect(await unread(lee)).toBe(0)
  await expect(kernel.transaction((tx) => kernel.get(NOTICES).notify(tx, { ...telling, kind: 'ghost' }))).rejects.toThrow(
    'no plugin contributes "ghost"',
  )
})

test('a notice is emailed once to staff who enabled it, unless it was read before', async () => {
  const [kim, lee, may] = [await createPerson(), await createPerson(), await createPerson()]
  const id = await createMatter(kim.client, 'Mailed')
  const mails = () => shop.it.kernel.db.rows<{ recipient: string; subject: string }>(sql`select recipient, subject from mail order by id`)
  await write(kim.client, id, { body: 'x', mentions: [lee.id, may.id] })
  await shop.it.jobs()
  expect(await mails()).toEqual([])
  expect((await lee.client.put('/api/admin/notice/mail', { by_mail: true })).body).toEqual({ by_mail: true })
  expect((await inbox(lee)).by_mail).toBe(true)
  await write(kim.client, id, { body: 'y', mentions: [lee.id, may.id] })
  await shop.it.jobs()
  await write(kim.client, id, { body: 'z', mentions: [lee.id] })
  await lee.client.post('/api/admin/notice/read', { up_to: Number.MAX_SAFE_INTEGER })
  await shop.it.jobs()
  expect(await mails()).toMatchObject([{ subject: expect.stringContaining(kim.name) }])
  await lee.client.put('/api/admin/notice/mail', { by_mail: false })
  expect((await inbox(lee)).by_mail).toBe(false)
})

test('old notices are deleted: read ones after ninety days, all after a year', async () => {
  const [kim, lee] = [await createPerson(), await createPerson()]
  const id = await createMatter(kim.client)
  for (const body of ['a', 'b', 'c', 'd']) await write(kim.client, id, { body, mentions: [lee.id] })
  const { db } = shop.it.kernel
  const [d, c, b, a] = (await inbox(lee)).data.map((notice: { id: number }) => notice.id)
  await db.run(sql`update notice set read_at = now() - interval '91 days' where id = ${a}`)
  await db.run(sql`update notice set read_at = now() - interval '89 days' where id = ${b}`)
  await db.run(sql`update notice set created_at = now() - interval '366 days' where id = ${c}`)
  await shop.it.clock('notes/sweep')
  expect((await inbox(lee)).data.map((notice: { id: number }) => notice.id)).toEqual([d, b])
})
